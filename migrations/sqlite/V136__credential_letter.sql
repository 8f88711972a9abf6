-- The mail server that was in force when the owners were told of a change of credentials: their letter leaves by it
-- (src/credential/mail.rs), not by one that somebody else has put in its place.

CREATE TABLE credential_letter (
    mail_id INTEGER PRIMARY KEY REFERENCES mail (id) ON DELETE CASCADE,
    sealed  BLOB NOT NULL                       -- as in credential
) STRICT;

-- Kept no longer than it is needed.
CREATE TRIGGER credential_letter_done AFTER UPDATE OF due_at ON mail WHEN NEW.due_at IS NULL BEGIN
    DELETE FROM credential_letter WHERE mail_id = NEW.id;
END;
