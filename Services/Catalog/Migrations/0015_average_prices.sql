-- Average retail prices that a statistics office publishes. Rows follow the files, like those of other reference data.
create table average_goods (
    slug text primary key,
    name text not null,
    name_fr text not null,
    quantity integer not null check (quantity > 0),
    unit text not null check (unit in ('kg', 'g', 'ml', 'each')),
    products text[] not null,
    withdrawn_at timestamptz
);
comment on column average_goods.unit is 'kg is by weight, g and ml are of a package; each above 1 is a package of pieces';
comment on column average_goods.products is 'slugs of the products that are compared with it';

create table average_prices (
    id text primary key,
    good text not null references average_goods (slug),
    region text not null,
    first_month text not null check (first_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    prices text[] not null,
    withdrawn_at timestamptz,
    unique (good, region)
);
comment on column average_prices.region is 'ISO 3166';
comment on column average_prices.prices is 'in CAD, one for each month since the first; empty where none was published';
