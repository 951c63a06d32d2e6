-- Rows of reference data that operators have added, changed or withdrawn, which files that ship with Larder leave as they are; prices
-- at stores; and who of the operators changed what.

alter table stores add column is_own boolean not null default false;
alter table eateries add column is_own boolean not null default false;
alter table average_goods add column is_own boolean not null default false;
alter table average_prices add column is_own boolean not null default false;

create index stores_by_place on stores (latitude_microdegrees, longitude_microdegrees);

-- What something costs at a store. None ships with Larder.
create table store_prices (
    -- Of all that distinguishes it from other prices: store, product, label, quantity, unit, currency and first day.
    id text primary key,
    store text not null references stores (slug),
    product text not null references products (slug),
    -- What the store calls it; empty for nothing in particular.
    label text not null check (char_length(label) <= 100),
    -- In major units of the currency.
    price numeric not null check (price > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    quantity_thousandths bigint not null check (quantity_thousandths > 0),
    unit text not null,
    first_day date not null,
    -- Null for as long as the store has no other price for it.
    last_day date check (last_day >= first_day),
    is_own boolean not null,
    withdrawn_at timestamptz
);

create index store_prices_by_product on store_prices (product, store);
create index store_prices_by_store on store_prices (store);

-- Brokers outside of Larder with which securities can be bought.
create table brokers (
    slug text primary key,
    name text not null check (char_length(name) between 1 and 200),
    region text not null check (region ~ '^[A-Z]{2}$'),
    address text not null,
    is_own boolean not null default false,
    withdrawn_at timestamptz
);

-- What the last check of a broker's link said, of the address that it had then.
create table broker_links (
    slug text primary key references brokers (slug),
    address text not null,
    checked_at timestamptz not null,
    -- How many checks have failed in a row.
    failures integer not null check (failures >= 0),
    -- Null when it works.
    failure text check (failure in ('not_found', 'failed', 'unreachable'))
);

-- What operators did, in its order.
create table reference_acts (
    number bigint generated always as identity primary key,
    operator_id uuid not null,
    done_at timestamptz not null,
    kind text not null check (kind in ('imported', 'withdrawn')),
    table_name text not null,
    -- Empty for another kind than an import.
    file_name text not null check (char_length(file_name) <= 200)
);

create index reference_acts_by_operator on reference_acts (operator_id);
create index reference_acts_by_table on reference_acts (table_name, number);

-- What that changed: the fields of a row as its files have them, by column. Without former ones there was no row in use; without
-- present ones it was withdrawn.
create table reference_changes (
    table_name text not null,
    row_key text not null,
    act bigint not null references reference_acts (number),
    former jsonb,
    present jsonb,
    primary key (table_name, row_key, act),
    check (num_nonnulls(former, present) > 0)
);

create index reference_changes_by_act on reference_changes (act, row_key);
create index reference_changes_by_table on reference_changes (table_name, act, row_key);
