-- Goals that are passed, of which their owners hear, and what users say of suggestions.

create table passed_goals (
    user_id uuid not null,
    goal_id uuid not null,
    -- Of the period in which it is passed.
    first_day date not null,
    -- The goal's version with which it was passed.
    version bigint not null,
    -- Not any more where it, or what was spent, has changed since.
    is_passed boolean not null,
    -- How often and when last its owner was notified; never where there were too many notices on that day.
    notices integer not null check (notices >= 0),
    notified_at timestamptz,
    primary key (user_id, goal_id, first_day)
);

create index passed_goals_oldest on passed_goals (first_day);

-- Users whose goals are to be compared with what they have spent.
create table goals_to_check (
    user_id uuid primary key,
    queued_at timestamptz not null default now(),
    -- A moment later, since changes seldom come alone.
    due_at timestamptz not null default now() + interval '1 second',
    attempts integer not null default 0,
    -- The lease of the check; it ends when something changes meanwhile.
    claim uuid,
    claimed_until timestamptz
);

create function queue_goal_checks() returns trigger language plpgsql set search_path from current as $$
begin
    insert into goals_to_check (user_id)
    select distinct changed.user_id from changed_rows as changed
    where exists (select from goals where goals.user_id = changed.user_id)
    order by changed.user_id
    on conflict (user_id) do update set due_at = excluded.due_at, attempts = 0, claim = null, claimed_until = null;
    return null;
end
$$;

create trigger purchases_check_goals_insert after insert on purchases
    referencing new table as changed_rows for each statement execute function queue_goal_checks();
create trigger purchases_check_goals_update after update on purchases
    referencing new table as changed_rows for each statement execute function queue_goal_checks();
create trigger purchases_check_goals_delete after delete on purchases
    referencing old table as changed_rows for each statement execute function queue_goal_checks();
create trigger goals_check_insert after insert on goals
    referencing new table as changed_rows for each statement execute function queue_goal_checks();
create trigger goals_check_update after update on goals
    referencing new table as changed_rows for each statement execute function queue_goal_checks();

create function announce_goal_checks() returns trigger language plpgsql as $$
begin
    perform pg_notify('goal_checks_' || tg_table_schema, '');
    return null;
end
$$;

create trigger goals_to_check_announce after insert or update of due_at on goals_to_check
    for each statement execute function announce_goal_checks();

create table suggestion_votes (
    user_id uuid not null,
    -- What the suggestion is about: a goal with the first day of its period, or something that is bought.
    suggestion text not null check (suggestion ~ '^[a-zA-Z0-9:-]{1,120}$'),
    kind text not null check (kind in ('goal_passed', 'habit')),
    is_useful boolean not null,
    voted_at timestamptz not null,
    primary key (user_id, suggestion)
);

create index suggestion_votes_latest on suggestion_votes (voted_at);
