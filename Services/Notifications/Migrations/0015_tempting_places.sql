-- Places that tempt users to spend. Where they are, and what they are called, is encrypted under their user's key.
create table tempting_places (
    user_id uuid not null,
    -- Chosen by the client, so that a repeated request adds no second one.
    id uuid not null,
    -- 29 bytes more than a TemptingPlace without its id.
    place_sealed bytea not null check (octet_length(place_sealed) between 31 and 1000),
    -- Since when the consent to storing it was known to be given, by auth's clock: a withdrawal deletes what is older.
    consented_at timestamptz not null,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    -- When its user was last reminded there.
    reminded_at timestamptz,
    primary key (user_id, id)
);

-- When users last withdrew the consent to storing where they are.
create table location_withdrawals (
    user_id uuid primary key,
    withdrawn_at timestamptz not null
);
