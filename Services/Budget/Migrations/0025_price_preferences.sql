-- What users want things to cost that they are recommended.

create table price_preferences (
    user_id uuid not null,
    id uuid not null default gen_random_uuid(),
    -- The target: a category by its slug, or a product; everything where there is neither.
    category text not null default '' check (category ~ '^[a-z0-9-]{0,40}$'),
    product_id uuid check (product_id is null or category = ''),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- For as much as a store sells together; null for no such bound.
    lowest_minor bigint check (lowest_minor > 0),
    highest_minor bigint check (highest_minor > 0),
    changed_at timestamptz not null,
    primary key (user_id, id),
    check (num_nonnulls(lowest_minor, highest_minor) > 0),
    check (lowest_minor <= highest_minor)
);
