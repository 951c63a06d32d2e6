-- What users want to spend at most, with every change, and which goals have changed for those who watch them.

create table goals (
    user_id uuid not null,
    id uuid not null,
    period text not null check (period in ('day', 'week', 'month', 'year')),
    -- Of a week from 1, Monday; of a month the last day where it has no such day.
    begins_on integer not null check (begins_on between 1 and 31),
    limit_minor bigint not null check (limit_minor > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- The target: a category by its slug, or a product; everything where there is neither.
    category text not null default '' check (category ~ '^[a-z0-9-]{0,40}$'),
    product_id uuid check (product_id is null or category = ''),
    created_at timestamptz not null,
    -- Removed goals stay, so that it can be undone.
    removed boolean not null default false,
    version bigint not null default 1 check (version > 0),
    primary key (user_id, id)
);

create table goal_steps (
    user_id uuid not null,
    goal_id uuid not null,
    version bigint not null check (version > 1),
    made_at timestamptz not null,
    changes text[] not null,
    -- The goal before the change, a packed larder.budget.v1.Goal; null once it is too old to be taken back.
    before bytea,
    undoes bigint,
    undone_by bigint,
    automatic boolean not null,
    primary key (user_id, goal_id, version),
    foreign key (user_id, goal_id) references goals (user_id, id) on delete cascade
);

create table goal_changes (
    user_id uuid not null,
    row_id uuid not null,
    changed_in xid8 not null,
    -- Null unless the goal was removed from the table.
    removed_at timestamptz,
    primary key (user_id, row_id)
);

create index goal_changes_latest on goal_changes (user_id, changed_in, row_id);
create index goal_changes_removed on goal_changes (removed_at) where removed_at is not null;

create function announce_goal_changes() returns trigger language plpgsql as $$
begin
    perform pg_notify('goal_changes_' || tg_table_schema, new.user_id || ' ' || new.changed_in);
    return null;
end
$$;

create trigger goal_changes_announce after insert or update on goal_changes
    for each row execute function announce_goal_changes();

create function note_goal_changes() returns trigger language plpgsql set search_path from current as $$
begin
    insert into goal_changes (user_id, row_id, changed_in, removed_at)
    select user_id, id, pg_current_xact_id(), case when tg_op = 'DELETE' then now() end
    from changed_rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = excluded.removed_at;
    return null;
end
$$;

create trigger goals_note_insert after insert on goals
    referencing new table as changed_rows for each statement execute function note_goal_changes();
create trigger goals_note_update after update on goals
    referencing new table as changed_rows for each statement execute function note_goal_changes();
create trigger goals_note_delete after delete on goals
    referencing old table as changed_rows for each statement execute function note_goal_changes();
