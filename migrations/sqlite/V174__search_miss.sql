-- What was searched for without result, without persons (src/search/misses.rs): how often on a day, and nothing else.
CREATE TABLE search_miss (
    day   TEXT NOT NULL,                        -- ISO 8601, in the shop's zone
    lang  TEXT NOT NULL,
    term  TEXT NOT NULL,
    times INTEGER NOT NULL CHECK (times > 0),
    PRIMARY KEY (day, lang, term)
) STRICT, WITHOUT ROWID;
