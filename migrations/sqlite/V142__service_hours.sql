-- Pages say when the chat is offered: they follow at once, whoever sets it.
CREATE TRIGGER followed_chat_setting_insert AFTER INSERT ON chat_setting BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_chat_setting_update AFTER UPDATE ON chat_setting BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
CREATE TRIGGER followed_chat_setting_delete AFTER DELETE ON chat_setting BEGIN
    UPDATE setting_version SET version = version + 1 WHERE id = 1;
    UPDATE catalogue_version SET version = version + 1 WHERE id = 1;
END;
