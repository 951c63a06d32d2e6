-- What entries and notices say is encrypted under their reader's key, in columns that end in _sealed. Those of the same names
-- without it hold what former versions have stored, until a job has encrypted that; nothing writes them any more. A former
-- version cannot read what this one stores.

alter table notifications
    alter column title drop not null,
    alter column message drop not null,
    add column title_sealed bytea,
    add column message_sealed bytea,
    -- 29 bytes more than the content, of 2,000 characters at most.
    add column content_sealed bytea check (octet_length(content_sealed) between 31 and 8029);

-- What was deleted stays bound to the row of notifications that it was.
alter table deleted_notifications
    alter column title drop not null,
    alter column message drop not null,
    add column title_sealed bytea,
    add column message_sealed bytea,
    add column content_sealed bytea;

-- Null once it was delivered or withdrawn, as content.
alter table delivered_notices
    add column content_sealed bytea check (octet_length(content_sealed) between 31 and 8029);

create index notifications_not_sealed on notifications (user_id, id)
    where title is not null or message is not null or content is not null;
create index delivered_notices_not_sealed on delivered_notices (user_id, notice_id, channel) where content is not null;

create index delivered_notices_open on delivered_notices (user_id, subject)
    where content is not null or content_sealed is not null;
drop index delivered_notices_of_subject;

-- An entry that is encrypted says the same as before: those who watch it are told nothing.
create or replace function note_notification_changes() returns trigger
language plpgsql set search_path from current as $$
begin
    if tg_op = 'UPDATE' then
        if not exists (
            select from changed_rows as after join former_rows as before using (user_id, id)
            where (after.kind, after.subject, after.created_at, after.read_at)
                is distinct from (before.kind, before.subject, before.created_at, before.read_at)
        ) then return null; end if;
    end if;
    insert into notification_changes (user_id, row_id, changed_in, removed_at)
    select user_id, id, pg_current_xact_id(), case when tg_op = 'DELETE' then now() end
    from changed_rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = excluded.removed_at;
    perform pg_notify('notification_changes_' || tg_table_schema, user_id || ' ' || pg_current_xact_id())
    from (select distinct user_id from changed_rows) as users;
    return null;
end
$$;

drop trigger notifications_note_update on notifications;
create trigger notifications_note_update after update on notifications
    referencing old table as former_rows new table as changed_rows
    for each statement execute function note_notification_changes();
