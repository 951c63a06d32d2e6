-- Files that were imported, which entries each has recorded, and how tables were read, which is proposed again for tables with
-- the same header.

create table imports (
    user_id uuid not null,
    id uuid not null,
    created_at timestamptz not null,
    format text not null check (format in ('csv', 'larder_csv', 'larder_json', 'ofx', 'qif')),
    file_name_sealed bytea not null,
    -- Entries that were recorded, and those that were left out.
    recorded integer not null check (recorded >= 0),
    known integer not null check (known >= 0),
    received integer not null check (received >= 0),
    invalid integer not null check (invalid >= 0),
    undone_at timestamptz,
    -- Entries that stayed when it was undone.
    kept integer not null default 0 check (kept >= 0),
    primary key (user_id, id)
);

create index imports_newest_first on imports (user_id, created_at desc, id desc);

-- Without an entry's words: hashes under a key of its owner's.
create table import_entries (
    user_id uuid not null,
    purchase_id uuid not null,
    import_id uuid not null,
    -- Of the day, amount, currency and name that the file had.
    fingerprint bytea not null,
    -- Of what the bank identifies the entry by; null where it has none.
    reference_hash bytea,
    primary key (user_id, purchase_id),
    foreign key (user_id, purchase_id) references purchases (user_id, id) on delete cascade,
    foreign key (user_id, import_id) references imports (user_id, id) on delete cascade
);

create index import_entries_of_import on import_entries (user_id, import_id);
create index import_entries_alike on import_entries (user_id, fingerprint);
create index import_entries_referenced on import_entries (user_id, reference_hash) where reference_hash is not null;

create table import_mappings (
    user_id uuid not null,
    -- Of the names of the columns.
    header_hash bytea not null,
    -- A packed larder.budget.v1.ImportMapping.
    mapping_sealed bytea not null,
    used_at timestamptz not null,
    primary key (user_id, header_hash)
);
