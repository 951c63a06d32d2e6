-- Photos of people, encrypted under their owners' keys.
create table profile_photos (
    account_id uuid primary key references accounts (id) on delete cascade,
    picture bytea not null check (octet_length(picture) between 30 and 1100000),
    changed_at timestamptz not null
);
