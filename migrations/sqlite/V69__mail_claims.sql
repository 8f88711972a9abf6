-- Attempts to deliver a mail whose outcome was never recorded: of a run that was killed, or could not write.
ALTER TABLE mail ADD COLUMN unrecorded INTEGER NOT NULL DEFAULT 0;
