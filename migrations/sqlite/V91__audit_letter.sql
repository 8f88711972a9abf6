-- Seals that have left the machine: each was mailed to the house's owners. Times are Unix milliseconds.
CREATE TABLE audit_letter (
    seal    INTEGER PRIMARY KEY REFERENCES audit_seal (number),
    sent_at INTEGER NOT NULL
) STRICT;
