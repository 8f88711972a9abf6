-- Order statuses read as the specification quotes them. Labels that an operator has changed stay.
UPDATE vocabulary SET text = 'Pending Bank Transfer'
WHERE lang = 'en' AND domain = 'status' AND code = 'pending_bank_transfer' AND text = 'Pending bank transfer';
UPDATE vocabulary SET text = 'Pending Cheque'
WHERE lang = 'en' AND domain = 'status' AND code = 'pending_cheque' AND text = 'Pending cheque';
UPDATE vocabulary SET text = 'Pending Offline'
WHERE lang = 'en' AND domain = 'status' AND code = 'pending_offline' AND text = 'Pending offline';
UPDATE vocabulary SET text = 'Canceled'
WHERE lang = 'en' AND domain = 'status' AND code = 'canceled' AND text = 'Cancelled';
