-- What waits in the inbox, counted by kind however many threads were closed.
CREATE INDEX thread_open ON thread (kind, due_at) WHERE state = 'open';
