-- Which entries of an inbox have changed, and in which transaction last, for those who watch it: a row for each entry, also of
-- one that was removed. Entries without a row have not changed since there is this table.

create table notification_changes (
    user_id uuid not null,
    -- The entry.
    row_id uuid not null,
    changed_in xid8 not null,
    -- Null unless the entry was removed.
    removed_at timestamptz,
    primary key (user_id, row_id)
);

create index notification_changes_latest on notification_changes (user_id, changed_in, row_id);
create index notification_changes_removed on notification_changes (removed_at) where removed_at is not null;

create function note_notification_changes() returns trigger language plpgsql set search_path from current as $$
begin
    insert into notification_changes (user_id, row_id, changed_in, removed_at)
    select user_id, id, pg_current_xact_id(), case when tg_op = 'DELETE' then now() end
    from changed_rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = excluded.removed_at;
    perform pg_notify('notification_changes_' || tg_table_schema, user_id || ' ' || pg_current_xact_id())
    from (select distinct user_id from changed_rows) as users;
    return null;
end
$$;

create trigger notifications_note_insert after insert on notifications
    referencing new table as changed_rows for each statement execute function note_notification_changes();
create trigger notifications_note_update after update on notifications
    referencing new table as changed_rows for each statement execute function note_notification_changes();
create trigger notifications_note_delete after delete on notifications
    referencing old table as changed_rows for each statement execute function note_notification_changes();
