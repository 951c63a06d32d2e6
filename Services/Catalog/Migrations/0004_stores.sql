-- Stores that ship with Larder, stores that a user's receipts named first, and what printed texts mean.

create table stores (
    id uuid primary key default gen_random_uuid(),
    -- Ties the store to its row in the reference data.
    slug text not null unique,
    name text not null check (length(name) between 1 and 200),
    kind text not null,
    address text not null check (length(address) <= 500),
    latitude_microdegrees integer not null check (latitude_microdegrees between -90000000 and 90000000),
    longitude_microdegrees integer not null check (longitude_microdegrees between -180000000 and 180000000),
    time_zone text not null,
    phone text not null default '',
    -- Monday first: blank for unknown, 'closed', or intervals as '07:00-22:00;...'.
    opening_hours text[] not null check (cardinality(opening_hours) = 7),
    created_at timestamptz not null default now(),
    withdrawn_at timestamptz
);

create table user_stores (
    user_id uuid not null,
    id uuid not null default gen_random_uuid(),
    name text not null check (length(name) between 1 and 200),
    normalised_name text not null check (normalised_name <> ''),
    -- Blank when unknown.
    address text not null default '' check (length(address) <= 500),
    normalised_address text not null default '',
    created_at timestamptz not null default now(),
    primary key (user_id, id)
);

-- One store a user, name and address, so that the same receipt read again finds it.
create unique index user_stores_by_name on user_stores (user_id, normalised_name, normalised_address);
create index user_stores_by_age on user_stores (user_id, created_at);

-- What a printed text was taken to mean for a user, so that it means the same the next time.
create table receipt_text_mappings (
    user_id uuid not null,
    -- All zeros where the store is unknown.
    store_id uuid not null,
    normalised_text text not null check (normalised_text <> ''),
    -- Of everybody or of the user.
    product_id uuid not null,
    -- How sure that was; 100 when the user said so.
    confidence smallint not null check (confidence between 0 and 100),
    created_at timestamptz not null default now(),
    primary key (user_id, store_id, normalised_text)
);
