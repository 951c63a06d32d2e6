-- A session is one sign-in on one device. Its refresh tokens, of which each is used once, are a family.

create table sessions (
    account_id uuid not null references accounts (id) on delete cascade,
    id uuid not null,
    -- What the person calls the device; encrypted, null when not told.
    device bytea,
    created_at timestamptz not null,
    ended_at timestamptz,
    end_reason text check (end_reason in ('signed_out', 'token_reused')),
    primary key (account_id, id),
    check ((ended_at is null) = (end_reason is null))
);

create table refresh_tokens (
    account_id uuid not null,
    -- SHA-256 of the token; the token itself is only with the person.
    hash bytea not null check (octet_length(hash) = 32),
    session_id uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    spent_at timestamptz,
    -- SHA-256 of the idempotency key it was spent with, and the answer, encrypted under a key that follows from the token:
    -- whoever lost the answer can get it again for a short time, and nobody else can read it.
    retry_hash bytea,
    retry_answer bytea,
    primary key (account_id, hash),
    foreign key (account_id, session_id) references sessions (account_id, id) on delete cascade
);

create unique index refresh_tokens_by_hash on refresh_tokens (hash);
create index refresh_tokens_by_session on refresh_tokens (account_id, session_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);
