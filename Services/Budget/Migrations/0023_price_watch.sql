-- Lower prices of what users have bought a short while ago, of which they were notified.

create table price_drops (
    user_id uuid not null,
    id uuid not null default gen_random_uuid(),
    product_id uuid not null,
    -- Of what price, for what unit.
    currency text not null,
    unit text not null,
    price numeric not null,
    notified_at timestamptz not null,
    -- Since when it is known not to be offered any more.
    withdrawn_at timestamptz,
    primary key (user_id, id)
);

create index price_drops_by_time on price_drops (user_id, notified_at);
create index price_drops_by_age on price_drops (notified_at);

-- Users who have bought something a short while ago.
create table prices_to_check (
    user_id uuid primary key,
    queued_at timestamptz not null default now(),
    -- A moment later, since changes seldom come alone.
    due_at timestamptz not null default now() + interval '10 seconds',
    attempts integer not null default 0,
    -- The lease of the check; it ends when something is bought meanwhile.
    claim uuid,
    claimed_until timestamptz
);

-- It holds everybody who has bought something, most of them until a later hour.
create index prices_to_check_next on prices_to_check (due_at);

create function queue_price_checks() returns trigger language plpgsql set search_path from current as $$
begin
    insert into prices_to_check (user_id)
    select distinct user_id from changed_rows order by user_id
    on conflict (user_id) do update
    -- A check that is going on begins anew, in a moment again.
    set due_at = case when prices_to_check.claim is null then least(excluded.due_at, prices_to_check.due_at)
        else excluded.due_at end, attempts = 0, claim = null, claimed_until = null;
    perform pg_notify('price_checks_' || tg_table_schema, '');
    return null;
end
$$;

create trigger purchases_check_prices after insert on purchases
    referencing new table as changed_rows for each statement execute function queue_price_checks();

-- Those who have bought something before, one after the other.
insert into prices_to_check (user_id, due_at)
select user_id, now() + random() * interval '1 hour'
from (select distinct user_id from purchases where listed_on >= current_date - 10) as users;
