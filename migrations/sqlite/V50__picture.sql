-- The operator's own pictures: their files lie in the data folder, those of the demonstration in the program.
CREATE TABLE picture (
    name     TEXT PRIMARY KEY,
    width    INTEGER NOT NULL CHECK (width > 0),  -- of the widest file, in pixels
    height   INTEGER NOT NULL CHECK (height > 0),
    widths   TEXT NOT NULL,                       -- of all files, ascending, comma-separated; each as AVIF and as WebP
    hash     TEXT NOT NULL,                       -- part of the files' names
    preview  TEXT NOT NULL,                       -- a data address of some hundred bytes
    original TEXT NOT NULL                        -- the file from which the others were made, in the same folder
) STRICT, WITHOUT ROWID;
