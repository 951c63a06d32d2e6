-- How often kinds of notices go out by mail and web push; what is missing goes out at once.
create table notice_frequencies (
    user_id uuid not null,
    kind text not null check (kind ~ '^[a-z_]{1,40}$'),
    -- The number of a NoticeFrequency.
    frequency integer not null,
    changed_at timestamptz not null,
    primary key (user_id, kind)
);

-- When users want to be disturbed, in minutes after their midnight.
create table notice_times (
    user_id uuid primary key,
    time_zone text not null check (char_length(time_zone) between 1 and 64),
    quiet_from integer check (quiet_from between 0 and 1439),
    quiet_until integer check (quiet_until between 0 and 1439),
    digest_minute integer not null check (digest_minute between 0 and 1439),
    changed_at timestamptz not null,
    check ((quiet_from is null) = (quiet_until is null))
);

-- Where browsers take messages for users (RFC 8030), encrypted with a master key as they are: whoever knows one can send to it.
create table push_subscriptions (
    user_id uuid not null,
    id uuid not null,
    -- A keyed hash of the address: a browser has one subscription, whoever uses it.
    endpoint_hash bytea not null unique,
    -- The address and the keys of the browser.
    sealed bytea not null,
    master_key_id text not null,
    -- Whose session has made it; null where that is not known.
    session_id text,
    created_at timestamptz not null,
    renewed_at timestamptz not null,
    primary key (user_id, id)
);

create index push_subscriptions_oldest on push_subscriptions (renewed_at);

-- The key pair by which push services know this installation (RFC 8292), made once.
create table push_keys (
    id boolean primary key default true check (id),
    public_key bytea not null,
    private_key bytea not null,
    master_key_id text not null,
    created_at timestamptz not null
);

-- What goes out by mail or web push: one notice, or all that come by the time for which they are planned.
create table notice_deliveries (
    user_id uuid not null,
    id uuid not null,
    -- The number of a NoticeChannel.
    channel integer not null,
    created_at timestamptz not null,
    -- The end of an hour, a day or quiet hours; null for what goes out at once.
    planned_for timestamptz,
    -- The subscriptions that have taken it already.
    reached uuid[] not null default '{}',
    -- When nothing was left to be done.
    settled_at timestamptz,
    is_delivered boolean not null default false,
    due_at timestamptz not null,
    attempts integer not null default 0,
    claim uuid,
    claimed_until timestamptz,
    parked_at timestamptz,
    last_error text,
    primary key (user_id, id)
);

create index notice_deliveries_due on notice_deliveries (due_at) where settled_at is null;
create index notice_deliveries_planned on notice_deliveries (user_id, channel, planned_for)
    where settled_at is null and planned_for is not null;
create index notice_deliveries_settled on notice_deliveries (settled_at) where settled_at is not null;

-- The notices of a delivery: one for each event and channel, however often the event arrives.
create table delivered_notices (
    user_id uuid not null,
    -- The event.
    notice_id uuid not null,
    channel integer not null,
    delivery_id uuid not null,
    kind text not null check (kind ~ '^[a-z_]{1,40}$'),
    -- Null once it was delivered or withdrawn.
    content text check (char_length(content) between 2 and 2000),
    subject text not null check (char_length(subject) <= 100),
    occurred_at timestamptz not null,
    primary key (user_id, notice_id, channel),
    foreign key (user_id, delivery_id) references notice_deliveries on delete cascade
);

create index delivered_notices_of_delivery on delivered_notices (user_id, delivery_id);
create index delivered_notices_of_subject on delivered_notices (user_id, subject) where content is not null;

create function announce_notice_deliveries() returns trigger language plpgsql as $$
begin
    perform pg_notify('notice_deliveries_' || tg_table_schema, '');
    return null;
end
$$;

create trigger notice_deliveries_announce after insert on notice_deliveries
    for each statement execute function announce_notice_deliveries();

-- To find the entries about something whose cause is gone.
create index notifications_unread_of_subject on notifications (user_id, subject) where read_at is null;
