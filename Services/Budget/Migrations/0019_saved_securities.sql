-- Securities that users have saved to compare their spending with.

create table saved_securities (
    user_id uuid not null,
    -- In catalog.
    symbol text not null check (symbol ~ '^[A-Z0-9.^=-]{1,20}$'),
    saved_at timestamptz not null,
    -- Removed ones stay, so that it can be undone.
    removed boolean not null default false,
    primary key (user_id, symbol)
);
