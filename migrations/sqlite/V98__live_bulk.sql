-- Work on many things is told to the console as it goes on (src/live): when it is begun, each thing that is done, and its end.
CREATE TRIGGER heard_bulk_run_insert AFTER INSERT ON bulk_run BEGIN
    INSERT INTO change (noun, thing) VALUES ('bulk', NEW.id);
END;
CREATE TRIGGER heard_bulk_run_update AFTER UPDATE ON bulk_run BEGIN
    INSERT INTO change (noun, thing) VALUES ('bulk', NEW.id);
END;
CREATE TRIGGER heard_bulk_run_delete AFTER DELETE ON bulk_run BEGIN
    INSERT INTO change (noun, thing) VALUES ('bulk', OLD.id);
END;
CREATE TRIGGER heard_bulk_item_update AFTER UPDATE ON bulk_item WHEN NEW.state <> OLD.state BEGIN
    INSERT INTO change (noun, thing) VALUES ('bulk', NEW.run_id);
END;
