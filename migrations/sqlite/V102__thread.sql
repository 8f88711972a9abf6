-- Threads: what people write to the house, in one inbox (src/thread, src/inbox). What they wrote stays where it was; this is what
-- the house makes of it. Times are Unix milliseconds.
CREATE TABLE thread (
    id                 INTEGER PRIMARY KEY,
    reference          TEXT NOT NULL UNIQUE,    -- of the message or the withdrawal; of a chat CHAT-ID
    kind               TEXT NOT NULL CHECK (kind IN ('message', 'return', 'withdrawal', 'chat')),
    contact_message_id INTEGER UNIQUE REFERENCES contact_message (id) ON DELETE CASCADE, -- one of these three
    chat_id            INTEGER UNIQUE REFERENCES chat (id) ON DELETE CASCADE,
    withdrawal_id      INTEGER UNIQUE REFERENCES withdrawal (id) ON DELETE CASCADE,
    order_id           INTEGER REFERENCES sales_order (id) ON DELETE SET NULL,
    customer_id        INTEGER REFERENCES customer (id) ON DELETE SET NULL,
    email_key          TEXT NOT NULL,           -- '' of a chat, and once it is erased
    lang               TEXT NOT NULL,
    state              TEXT NOT NULL CHECK (state IN ('open', 'answered', 'closed')),
    opened_at          INTEGER NOT NULL,
    last_message_at    INTEGER NOT NULL,        -- by the customer
    due_at             INTEGER NOT NULL,        -- by when it is to be answered while it is open
    rank               INTEGER NOT NULL,        -- place in lists, see src/thread/store.rs
    assignee_id        INTEGER REFERENCES staff (id),
    version            INTEGER NOT NULL,        -- rises with each change
    terms_state        TEXT NOT NULL CHECK (terms_state IN ('due', 'whole', 'erased')),
    CHECK (coalesce(contact_message_id, chat_id, withdrawal_id) IS NOT NULL)
) STRICT;
CREATE INDEX thread_rank ON thread (rank, id);
CREATE INDEX thread_of_state ON thread (state, rank, id);
CREATE INDEX thread_of_kind ON thread (kind, rank, id);
CREATE INDEX thread_of_assignee ON thread (assignee_id, rank, id);
CREATE INDEX thread_of_lang ON thread (lang, rank, id);
CREATE INDEX thread_of_order ON thread (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX thread_of_customer ON thread (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX thread_of_email ON thread (email_key) WHERE email_key <> '';
CREATE INDEX thread_terms_due ON thread (id) WHERE terms_state = 'due';

-- Words by which a thread is found, as those of orders.
CREATE TABLE thread_term (
    term      TEXT NOT NULL,
    thread_id INTEGER NOT NULL REFERENCES thread (id) ON DELETE CASCADE,
    PRIMARY KEY (term, thread_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_term_of_thread ON thread_term (thread_id, term);

-- What the house has done in a thread: letters, notes, who takes it.
CREATE TABLE thread_entry (
    id        INTEGER PRIMARY KEY,
    thread_id INTEGER NOT NULL REFERENCES thread (id) ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('reply', 'note', 'assigned', 'released', 'closed', 'reopened')),
    text      TEXT NOT NULL,                    -- '' once it is erased
    actor     TEXT NOT NULL,                    -- staff:ID, token:ID, cli:USER
    staff_id  INTEGER REFERENCES staff (id),    -- who was assigned
    mail_id   INTEGER REFERENCES mail (id) ON DELETE SET NULL, -- of a reply
    at        INTEGER NOT NULL
) STRICT;
CREATE INDEX thread_entry_of_thread ON thread_entry (thread_id, id);
CREATE INDEX thread_entry_of_mail ON thread_entry (mail_id) WHERE mail_id IS NOT NULL;

-- Texts that are written once and used again.
CREATE TABLE canned_text (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    title   TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL                    -- rises with each change
) STRICT;
CREATE TABLE canned_text_translation (
    canned_text_id INTEGER NOT NULL REFERENCES canned_text (id) ON DELETE CASCADE,
    lang           TEXT NOT NULL,
    text           TEXT NOT NULL,               -- with placeholders such as {first_name}
    PRIMARY KEY (canned_text_id, lang)
) STRICT, WITHOUT ROWID;

-- When the chat is offered; without a row as the configuration says.
CREATE TABLE chat_setting (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    mode    TEXT NOT NULL CHECK (mode IN ('hours', 'staffed', 'off')),
    opens   TEXT NOT NULL,                      -- HH:MM in the shop's zone, as is the next
    closes  TEXT NOT NULL,
    version INTEGER NOT NULL
) STRICT;

-- Who of the house said it: staff:ID, token:ID, cli:USER; '' of the visitor, and where nobody recorded it.
ALTER TABLE chat_message ADD COLUMN actor TEXT NOT NULL DEFAULT '';

-- What was written before there was an inbox. A rating without a word is no thread, neither is what was erased.
INSERT INTO thread (reference, kind, contact_message_id, order_id, customer_id, email_key, lang, state, opened_at, last_message_at,
        due_at, rank, version, terms_state)
    SELECT reference, CASE subject WHEN 'returns_exchanges' THEN 'return' ELSE 'message' END, id, order_id, customer_id, email_key,
        lang, CASE WHEN closed_at IS NULL THEN 'open' ELSE 'closed' END, created_at, created_at, created_at + 86400000,
        CASE WHEN closed_at IS NULL THEN created_at + 86400000 ELSE 1000000000000000 - created_at END, 1, 'due'
    FROM contact_message WHERE message <> '' ORDER BY id;
INSERT INTO thread (reference, kind, withdrawal_id, order_id, customer_id, email_key, lang, state, opened_at, last_message_at,
        due_at, rank, version, terms_state)
    SELECT w.number, 'withdrawal', w.id, w.order_id, o.customer_id, w.email_key, w.lang,
        CASE WHEN w.handled_at IS NULL THEN 'open' ELSE 'closed' END, w.received_at, w.received_at, w.received_at + 1209600000,
        CASE WHEN w.handled_at IS NULL THEN w.received_at + 1209600000 ELSE 1000000000000000 - w.received_at END, 1, 'due'
    FROM withdrawal w LEFT JOIN sales_order o ON o.id = w.order_id ORDER BY w.id;
INSERT INTO thread (reference, kind, chat_id, customer_id, email_key, lang, state, opened_at, last_message_at, due_at, rank, version,
        terms_state)
    SELECT 'CHAT-' || c.id, 'chat', c.id, c.customer_id, '', c.lang,
        CASE WHEN c.ended_at IS NOT NULL THEN 'closed' WHEN m.author = 'visitor' THEN 'open' ELSE 'answered' END, c.created_at,
        c.last_message_at, c.last_message_at,
        CASE WHEN c.ended_at IS NULL AND m.author = 'visitor' THEN c.last_message_at - 1000000000000000
             ELSE 1000000000000000 - c.last_message_at END, 1, 'due'
    FROM chat c JOIN chat_message m ON m.id = (SELECT max(x.id) FROM chat_message x WHERE x.chat_id = c.id) ORDER BY c.id;

-- Told to the console (src/live). Words for the search are no part of what is shown.
CREATE TRIGGER heard_thread_insert AFTER INSERT ON thread BEGIN
    INSERT INTO change (noun, thing) VALUES ('message', NEW.reference);
END;
CREATE TRIGGER heard_thread_update AFTER UPDATE ON thread
WHEN NEW.terms_state = OLD.terms_state BEGIN
    INSERT INTO change (noun, thing) VALUES ('message', NEW.reference);
END;
CREATE TRIGGER heard_thread_delete AFTER DELETE ON thread BEGIN
    INSERT INTO change (noun, thing) VALUES ('message', OLD.reference);
END;
CREATE TRIGGER heard_thread_entry_insert AFTER INSERT ON thread_entry BEGIN
    INSERT INTO change (noun, thing) SELECT 'message', reference FROM thread WHERE id = NEW.thread_id;
END;
CREATE TRIGGER heard_thread_entry_update AFTER UPDATE ON thread_entry BEGIN
    INSERT INTO change (noun, thing) SELECT 'message', reference FROM thread WHERE id = NEW.thread_id;
END;
CREATE TRIGGER heard_canned_text_insert AFTER INSERT ON canned_text BEGIN
    INSERT INTO change (noun, thing) VALUES ('canned_text', NEW.id);
END;
CREATE TRIGGER heard_canned_text_update AFTER UPDATE ON canned_text BEGIN
    INSERT INTO change (noun, thing) VALUES ('canned_text', NEW.id);
END;
CREATE TRIGGER heard_canned_text_delete AFTER DELETE ON canned_text BEGIN
    INSERT INTO change (noun, thing) VALUES ('canned_text', OLD.id);
END;
CREATE TRIGGER heard_chat_setting_insert AFTER INSERT ON chat_setting BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', '');
END;
CREATE TRIGGER heard_chat_setting_update AFTER UPDATE ON chat_setting BEGIN
    INSERT INTO change (noun, thing) VALUES ('chat', '');
END;
