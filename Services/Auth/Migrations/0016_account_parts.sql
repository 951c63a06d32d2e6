-- What people say about themselves and how they want Larder to be: one message a part, encrypted under the person's key.
create table account_parts (
    account_id uuid not null references accounts (id) on delete cascade,
    part text not null check (part in ('settings', 'details', 'body', 'home', 'stores', 'diet')),
    content bytea not null,
    -- Counts changes, from 1.
    version bigint not null check (version > 0),
    changed_at timestamptz not null,
    primary key (account_id, part)
);

alter table accounts
    -- Whether the language was chosen in the settings; otherwise it is that of the last registration or sign-in.
    add column is_language_chosen boolean not null default false,
    -- IANA name, as chosen in the settings; readable, since access tokens name it.
    add column time_zone text check (char_length(time_zone) between 1 and 64);
