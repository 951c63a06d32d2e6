-- Badges that users have got at milestones.

create table badges (
    user_id uuid not null,
    -- Of what the program has, or its operators have configured.
    name text not null check (name ~ '^[a-z0-9-]{1,40}$'),
    awarded_at timestamptz not null,
    primary key (user_id, name)
);

-- Users who may have reached a milestone.
create table badges_to_check (
    user_id uuid primary key,
    queued_at timestamptz not null default now(),
    -- A moment later, since changes seldom come alone.
    due_at timestamptz not null default now() + interval '2 seconds',
    attempts integer not null default 0,
    -- The lease of the check; it ends when something changes meanwhile.
    claim uuid,
    claimed_until timestamptz
);

create function queue_badge_checks() returns trigger language plpgsql set search_path from current as $$
begin
    insert into badges_to_check (user_id)
    select distinct user_id from changed_rows order by user_id
    -- Whoever never stops gets theirs, too.
    on conflict (user_id) do update
    set due_at = least(excluded.due_at, badges_to_check.queued_at + interval '30 seconds'), attempts = 0, claim = null,
        claimed_until = null;
    return null;
end
$$;

create trigger purchases_check_badges after insert on purchases
    referencing new table as changed_rows for each statement execute function queue_badge_checks();
create trigger goals_check_badges after insert on goals
    referencing new table as changed_rows for each statement execute function queue_badge_checks();
create trigger imports_check_badges after insert on imports
    referencing new table as changed_rows for each statement execute function queue_badge_checks();

-- Those who have reached something before there were badges, one after the other.
insert into badges_to_check (user_id, due_at)
select user_id, now() + random() * interval '1 hour' from (select distinct user_id from purchases) as users;

-- The latest of a user's own entries, which reminders ask for.
create index purchases_entered on purchases (user_id, recorded_at) where recurring_id is null and state <> 'discarded';

create function announce_badge_checks() returns trigger language plpgsql as $$
begin
    perform pg_notify('badge_checks_' || tg_table_schema, '');
    return null;
end
$$;

create trigger badges_to_check_announce after insert or update of due_at on badges_to_check
    for each statement execute function announce_badge_checks();
