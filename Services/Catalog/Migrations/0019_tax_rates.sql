-- Taxes on what is bought, by region. Rows follow the files, like those of other reference data, and operators keep rows of their own.
create table tax_rates (
    -- Of all that distinguishes it from other rates: region, name and first day.
    id text primary key,
    region text not null check (region ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'),
    name text not null check (char_length(name) between 1 and 40),
    french_name text not null check (char_length(french_name) between 1 and 40),
    percent numeric not null check (percent between 0 and 50),
    first_day date not null,
    last_day date check (last_day >= first_day),
    source text not null check (char_length(source) between 1 and 200),
    is_own boolean not null default false,
    withdrawn_at timestamptz
);
comment on column tax_rates.region is 'ISO 3166: a country, or one of its subdivisions';
comment on column tax_rates.name is 'as receipts print it in English';
comment on column tax_rates.last_day is 'inclusive; null while no end is known';
