-- The security log: who did what to an account, from where. Names no person: a customer's id, and a network's keyed hash.
CREATE TABLE security_event (
    id          INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    event       TEXT NOT NULL,
    actor       TEXT NOT NULL CHECK (actor IN ('visitor', 'operator', 'job')),
    customer_id INTEGER,                        -- null where no account is known
    network     TEXT,                           -- keyed hash; null for this machine, and once the account is deleted
    request_id  TEXT                            -- as in the server's log; null likewise
) STRICT;
CREATE INDEX security_event_at ON security_event (at);
CREATE INDEX security_event_customer ON security_event (customer_id, at) WHERE customer_id IS NOT NULL;
