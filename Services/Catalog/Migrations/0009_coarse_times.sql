-- When a receipt of a user was read is kept to the day, and the first one's to the hour: what it is needed for. Exact times
-- beside users, stores and lines could be joined with those of anonymous data from the same receipts.

alter table user_stores alter column created_at set default date_trunc('day', now(), 'UTC');
alter table user_products alter column created_at set default date_trunc('day', now(), 'UTC');
update user_stores set created_at = date_trunc('day', created_at, 'UTC');
update user_products set created_at = date_trunc('day', created_at, 'UTC');
update receipt_users set first_receipt_at = date_trunc('hour', first_receipt_at, 'UTC');
update receipt_text_mappings set created_at = date_trunc('day', created_at, 'UTC'),
    seen_at = date_trunc('day', seen_at, 'UTC'),
    -- Choices are dated exactly: the latest one counts.
    changed_at = case when basis = 'chosen' then changed_at else date_trunc('day', changed_at, 'UTC') end;
