-- People's accounts. Personal fields are encrypted under a key of the person's own, which a master key wraps.

create table accounts (
    id uuid primary key,
    -- A public name, chosen once.
    username text not null check (username ~ '^[A-Za-z0-9]{3,32}$'),
    -- Self-describing: method, cost, salt and hash.
    password_hash text not null,
    data_key bytea not null,
    master_key_id text not null,
    email bytea not null,
    created_at timestamptz not null,
    -- Wrong passwords since the last right one or the last lock.
    failed_sign_ins integer not null default 0 check (failed_sign_ins >= 0),
    locked_until timestamptz
);

create unique index accounts_username on accounts (lower(username));

create function refuse_change_of_identity() returns trigger
language plpgsql
as $$
begin
    raise exception 'id, username and creation time of an account never change'
        using errcode = 'check_violation', constraint = 'accounts_identity', table = 'accounts';
end
$$;

create trigger accounts_identity before update on accounts for each row
when (old.id <> new.id or old.username <> new.username or old.created_at <> new.created_at)
execute function refuse_change_of_identity();

-- By which address an account is found: keyed hashes of the normalised address, one for each master key known when it
-- was stored. The primary key makes an address unique, also between registrations at the same time.
create table email_lookups (
    hash bytea primary key check (octet_length(hash) = 32),
    account_id uuid not null references accounts (id) on delete cascade
);

create index email_lookups_by_account on email_lookups (account_id);

-- Which version of the terms was accepted, and when.
create table terms_acceptances (
    account_id uuid not null references accounts (id) on delete cascade,
    version text not null,
    accepted_at timestamptz not null,
    primary key (account_id, version)
);

-- Lets a registration be sent again when its answer was lost.
create table registrations (
    idempotency_hash bytea primary key,
    account_id uuid not null references accounts (id) on delete cascade,
    created_at timestamptz not null
);

create index registrations_by_age on registrations (created_at);
