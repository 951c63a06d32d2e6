-- What users have paid at stores: only what three of them at least have paid within a week. Nothing here is of one of them, and there is
-- neither a time nor an order of theirs.

create table price_observations (
    id uuid primary key default gen_random_uuid(),
    store text not null references stores (slug),
    product text not null references products (slug),
    -- The Monday of the week.
    week date not null check (extract(isodow from week) = 1),
    -- In major units of the currency.
    price numeric not null check (price > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    quantity_thousandths bigint not null check (quantity_thousandths > 0),
    unit text not null,
    -- Held ones are far from other prices of the product.
    state text not null check (state in ('used', 'held', 'refused')),
    -- Whether an operator has decided about it.
    is_decided boolean not null default false,
    unique (product, store, week, quantity_thousandths, unit, currency)
);

create index price_observations_held on price_observations (week desc, id) where state = 'held';
create index price_observations_by_week on price_observations (week);
create index price_observations_by_store on price_observations (store);
