-- Stores that ship with Larder and stores made from what receipts print.

create table stores (
    id uuid primary key default gen_random_uuid(),
    -- Ties a store to its row in the reference data.
    slug text unique,
    -- Whose receipt named it first; never shown. Null for a store that shipped with Larder.
    created_by uuid,
    name text not null check (length(name) between 1 and 200),
    normalised_name text not null,
    kind text not null default '',
    address text not null default '' check (length(address) <= 500),
    normalised_address text not null default '',
    latitude_microdegrees integer check (latitude_microdegrees between -90000000 and 90000000),
    longitude_microdegrees integer check (longitude_microdegrees between -180000000 and 180000000),
    time_zone text,
    phone text not null default '',
    created_at timestamptz not null default now(),
    check (slug is null or created_by is null),
    check ((latitude_microdegrees is null) = (longitude_microdegrees is null))
);

-- One store a maker, name and address, so that the same receipt read again finds it.
create unique index stores_by_name on stores (created_by, normalised_name, normalised_address) nulls not distinct;
create index stores_by_place on stores (latitude_microdegrees, longitude_microdegrees);

create table store_hours (
    store_id uuid not null references stores (id) on delete cascade,
    -- 1 is Monday, 7 Sunday. A day without a row is unknown.
    weekday smallint not null check (weekday between 1 and 7),
    -- 'closed', or intervals as '07:00-22:00;...'.
    hours text not null check (hours <> ''),
    primary key (store_id, weekday)
);

-- What a user said that a printed text means. It serves that user alone.
create table receipt_text_mappings (
    user_id uuid not null,
    -- Null where the store is unknown.
    store_id uuid references stores (id) on delete cascade,
    normalised_text text not null check (normalised_text <> ''),
    product_id uuid not null references products (id) on delete cascade,
    updated_at timestamptz not null default now()
);

create unique index receipt_text_mappings_by_text
    on receipt_text_mappings (user_id, store_id, normalised_text) nulls not distinct;
create index receipt_text_mappings_by_product on receipt_text_mappings (product_id);
create index receipt_text_mappings_by_store on receipt_text_mappings (store_id);
