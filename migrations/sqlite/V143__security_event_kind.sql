-- Events of one kind are listed in the console.
CREATE INDEX security_event_event ON security_event (event, id);
