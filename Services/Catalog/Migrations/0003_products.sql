-- Products of everybody, which ship with Larder, and products that a user's receipts named first, which only that user
-- sees.

create table products (
    id uuid primary key default gen_random_uuid(),
    -- Ties the product to its row in the reference data.
    slug text not null unique,
    name text not null check (length(name) between 1 and 80),
    category_slug text not null references categories (slug),
    default_unit text not null check (default_unit in ('each', 'kg', 'g', 'l', 'ml')),
    ndb_no text references nutrition (ndb_no),
    foodkeeper_id integer references shelf_lives (foodkeeper_id),
    -- What tills print for it.
    aliases text[] not null default '{}',
    created_at timestamptz not null default now(),
    withdrawn_at timestamptz
);

create table user_products (
    user_id uuid not null,
    id uuid not null default gen_random_uuid(),
    name text not null check (length(name) between 1 and 80),
    normalised_name text not null check (normalised_name <> ''),
    category_slug text not null references categories (slug),
    default_unit text not null check (default_unit in ('each', 'kg', 'g', 'l', 'ml')),
    created_at timestamptz not null default now(),
    primary key (user_id, id)
);

-- A name is there once for a user, so that adding a product again finds it instead.
create unique index user_products_by_name on user_products (user_id, normalised_name);
create index user_products_by_age on user_products (user_id, created_at);
