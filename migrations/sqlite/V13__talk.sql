-- The chat (specification §7: common/talk): a conversation with its messages, goings-on of one visitor and the desk.
CREATE TABLE talk (
    id          INTEGER PRIMARY KEY,            -- by which the desk calls it
    session_id  TEXT NOT NULL UNIQUE,           -- by which the visitor calls it: unguessable
    visitor     INTEGER REFERENCES session (id) ON DELETE SET NULL,
    customer_id INTEGER REFERENCES customer (id) ON DELETE SET NULL, -- who was logged in while something was said
    lang        TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,               -- of the last message, or of the opening
    ended_at    INTEGER
) STRICT;
CREATE INDEX talk_visitor ON talk (visitor, last_at);
CREATE INDEX talk_customer ON talk (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX talk_last ON talk (last_at);

CREATE TABLE talk_message (
    id      INTEGER PRIMARY KEY,
    talk_id INTEGER NOT NULL REFERENCES talk (id) ON DELETE CASCADE,
    author  TEXT NOT NULL CHECK (author IN ('visitor', 'desk')),
    text    TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX talk_message_talk ON talk_message (talk_id, id);

INSERT INTO talk (session_id, visitor, lang, created_at, last_at)
    SELECT session_id, visitor, lang, created_at, created_at FROM conversation;
DROP TABLE conversation;
