-- Expenditures that come again, with every change, which of them have changed for those who watch them, and which expenditures
-- in the ledger were recorded for them.

create table recurring (
    user_id uuid not null,
    id uuid not null,
    -- What is recorded each time, a packed larder.budget.v1.CreateExpenditureRequest.
    expenditure_sealed bytea not null,
    unit text not null check (unit in ('day', 'week', 'month', 'year')),
    every integer not null check (every between 1 and 99),
    first_day date not null,
    -- Null where it has no end.
    last_day date check (last_day >= first_day),
    -- The latest day for which it was recorded.
    recorded_day date,
    -- Null when it has ended.
    next_day date,
    created_at timestamptz not null,
    -- Removed ones stay, so that it can be undone.
    removed boolean not null default false,
    version bigint not null default 1 check (version > 0),
    primary key (user_id, id)
);

create index recurring_due on recurring (next_day) where next_day is not null and not removed;

create table recurring_steps (
    user_id uuid not null,
    recurring_id uuid not null,
    version bigint not null check (version > 1),
    made_at timestamptz not null,
    changes_sealed bytea,
    -- It before the change, a packed larder.budget.v1.RecurringExpenditure; null once it is too old to be taken back.
    before_sealed bytea,
    undoes bigint,
    undone_by bigint,
    automatic boolean not null,
    primary key (user_id, recurring_id, version),
    foreign key (user_id, recurring_id) references recurring (user_id, id) on delete cascade
);

-- It is no foreign key: what was recorded stays when the recurring expenditure is gone.
alter table purchases add column recurring_id uuid;

create table recurring_changes (
    user_id uuid not null,
    row_id uuid not null,
    changed_in xid8 not null,
    -- Null unless it was removed from the table.
    removed_at timestamptz,
    primary key (user_id, row_id)
);

create index recurring_changes_latest on recurring_changes (user_id, changed_in, row_id);
create index recurring_changes_removed on recurring_changes (removed_at) where removed_at is not null;

create function announce_recurring_changes() returns trigger language plpgsql as $$
begin
    perform pg_notify('recurring_changes_' || tg_table_schema, new.user_id || ' ' || new.changed_in);
    return null;
end
$$;

create trigger recurring_changes_announce after insert or update on recurring_changes
    for each row execute function announce_recurring_changes();

create function note_recurring_changes() returns trigger language plpgsql set search_path from current as $$
begin
    insert into recurring_changes (user_id, row_id, changed_in, removed_at)
    select user_id, id, pg_current_xact_id(), case when tg_op = 'DELETE' then now() end
    from changed_rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = excluded.removed_at;
    return null;
end
$$;

create trigger recurring_note_insert after insert on recurring
    referencing new table as changed_rows for each statement execute function note_recurring_changes();
create trigger recurring_note_update after update on recurring
    referencing new table as changed_rows for each statement execute function note_recurring_changes();
create trigger recurring_note_delete after delete on recurring
    referencing old table as changed_rows for each statement execute function note_recurring_changes();
