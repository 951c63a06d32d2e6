-- Products of everybody (no owner) and products that a user added, which only that user sees.

create table products (
    id uuid primary key default gen_random_uuid(),
    -- Ties a product of everybody to its row in the reference data.
    slug text unique,
    owner_user_id uuid,
    name text not null check (length(name) between 1 and 80),
    normalised_name text not null check (normalised_name <> ''),
    category_slug text not null references categories (slug),
    default_unit text not null check (default_unit in ('each', 'kg', 'g', 'l', 'ml')),
    ndb_no text references nutrition (ndb_no),
    foodkeeper_id integer references shelf_lives (foodkeeper_id),
    created_at timestamptz not null default now(),
    -- Shipped products belong to nobody.
    check (slug is null or owner_user_id is null)
);

-- A name is there once in each scope, so that adding a product again finds it instead.
create unique index products_by_name on products (owner_user_id, normalised_name) nulls not distinct;

create table product_aliases (
    product_id uuid not null references products (id) on delete cascade,
    -- As printed.
    alias text not null,
    normalised_alias text not null check (normalised_alias <> ''),
    primary key (product_id, normalised_alias)
);

create index product_aliases_by_text on product_aliases (normalised_alias);
