-- Which purchases of a log have changed, and in which transaction last, for those who watch it: a row for each purchase, also of
-- one that was removed. Purchases without a row have not changed since there is this table.

create table purchase_changes (
    user_id uuid not null,
    -- The purchase.
    row_id uuid not null,
    changed_in xid8 not null,
    -- Null unless the purchase was removed.
    removed_at timestamptz,
    primary key (user_id, row_id)
);

create index purchase_changes_latest on purchase_changes (user_id, changed_in, row_id);
create index purchase_changes_removed on purchase_changes (removed_at) where removed_at is not null;

create function announce_purchase_changes() returns trigger language plpgsql as $$
begin
    perform pg_notify('purchase_changes_' || tg_table_schema, new.user_id || ' ' || new.changed_in);
    return null;
end
$$;

create trigger purchase_changes_announce after insert or update on purchase_changes
    for each row execute function announce_purchase_changes();

create function note_purchase_changes() returns trigger language plpgsql set search_path from current as $$
begin
    insert into purchase_changes (user_id, row_id, changed_in, removed_at)
    select user_id, id, pg_current_xact_id(), case when tg_op = 'DELETE' then now() end
    from changed_rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = excluded.removed_at;
    return null;
end
$$;

create trigger purchases_note_insert after insert on purchases
    referencing new table as changed_rows for each statement execute function note_purchase_changes();
create trigger purchases_note_delete after delete on purchases
    referencing old table as changed_rows for each statement execute function note_purchase_changes();

-- A purchase seems to be a duplicate only while the earlier one is not discarded.
create index purchases_duplicates on purchases (user_id, duplicate_of) where duplicate_of is not null;

create function note_purchase_updates() returns trigger language plpgsql set search_path from current as $$
begin
    insert into purchase_changes (user_id, row_id, changed_in)
    select user_id, id, pg_current_xact_id() from (
        select user_id, id from changed_rows
        union
        select duplicates.user_id, duplicates.id
        from changed_rows as present join former_rows as former using (user_id, id)
        join purchases as duplicates on duplicates.user_id = present.user_id and duplicates.duplicate_of = present.id
        where (present.state = 'discarded') <> (former.state = 'discarded')
    ) as rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = null;
    return null;
end
$$;

create trigger purchases_note_update after update on purchases
    referencing old table as former_rows new table as changed_rows
    for each statement execute function note_purchase_updates();

-- Whether catalog has yet to be asked; of a purchase that is removed together with it, nothing is noted here.
create function note_purchase_lookups() returns trigger language plpgsql set search_path from current as $$
begin
    insert into purchase_changes (user_id, row_id, changed_in)
    select purchases.user_id, purchases.id, pg_current_xact_id()
    from changed_rows join purchases on purchases.user_id = changed_rows.user_id and purchases.id = changed_rows.purchase_id
    order by purchases.user_id, purchases.id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = null;
    return null;
end
$$;

create trigger purchases_to_match_note_insert after insert on purchases_to_match
    referencing new table as changed_rows for each statement execute function note_purchase_lookups();
create trigger purchases_to_match_note_delete after delete on purchases_to_match
    referencing old table as changed_rows for each statement execute function note_purchase_lookups();
