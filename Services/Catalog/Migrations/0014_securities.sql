-- Listed companies, funds and indices, and their prices. Some ship with Larder; operators and vendors add others.

create table securities (
    symbol text primary key check (symbol ~ '^[A-Z0-9.^=-]{1,20}$'),
    name text not null check (length(name) between 1 and 200),
    -- Without case, accents and punctuation, for finding it.
    search_name text not null,
    -- Empty where it is traded nowhere.
    exchange text not null check (length(exchange) <= 40),
    -- Of its prices.
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    kind text not null check (kind in ('stock', 'etf', 'index', 'bond')),
    -- A country by ISO 3166-1 alpha-2, or EU; empty where unknown.
    region text not null check (region ~ '^([A-Z]{2})?$'),
    -- What the ratio of two prices says: the total return, or the change of the price without dividends.
    adjustment text not null check (adjustment in ('total_return', 'price')),
    -- Whether it is as Larder ships it. What operators have changed is not replaced by a new release.
    is_shipped boolean not null,
    updated_at timestamptz not null
);

create index securities_by_name on securities (search_name text_pattern_ops);

-- A series is replaced as a whole, since adjusted prices of different times can't be compared.
create table security_series (
    symbol text not null references securities (symbol) on delete cascade,
    period text not null check (period in ('day', 'month')),
    source text not null check (length(source) between 1 and 100),
    fetched_at timestamptz not null,
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    is_shipped boolean not null,
    primary key (symbol, period)
);

create table security_prices (
    symbol text not null,
    period text not null,
    day date not null,
    -- In the security's currency, adjusted as its security says.
    close numeric not null check (close > 0),
    primary key (symbol, period, day)
);

-- When prices were last asked for from a vendor, and why it gave none.
create table security_renewals (
    symbol text primary key references securities (symbol) on delete cascade,
    attempted_at timestamptz not null,
    -- Empty when it gave some.
    failure text not null
);

-- The calls of the last 24 hours, so that no vendor is asked more often than it allows, by all instances together.
create table vendor_calls (
    vendor text not null,
    called_at timestamptz not null
);

create index vendor_calls_by_time on vendor_calls (vendor, called_at);
