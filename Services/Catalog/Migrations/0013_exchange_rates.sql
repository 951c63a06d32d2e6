-- Dated exchange rates, and who of the operators changed which.

create table exchange_rates (
    from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
    to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
    day date not null,
    -- How much of to_currency one of from_currency is.
    rate numeric(20, 10) not null check (rate > 0),
    source text not null check (char_length(source) between 1 and 60),
    -- Whether an operator set or withdrew it: files of sources leave it as it is.
    is_own boolean not null,
    changed_at timestamptz not null,
    withdrawn_at timestamptz,
    primary key (from_currency, to_currency, day),
    check (from_currency <> to_currency)
);

create index exchange_rates_by_day on exchange_rates (day, from_currency, to_currency);

-- What operators did.
create table exchange_rate_acts (
    id uuid primary key default gen_random_uuid(),
    operator_id uuid not null,
    done_at timestamptz not null,
    kind text not null check (kind in ('set', 'withdrawn', 'imported')),
    -- Of an import: the file's name, and how many rates it added and changed.
    file_name text not null default '' check (char_length(file_name) <= 200),
    added integer not null default 0,
    changed integer not null default 0
);

create index exchange_rate_acts_by_age on exchange_rate_acts (done_at, id);
create index exchange_rate_acts_by_operator on exchange_rate_acts (operator_id);

-- What that changed. Without a former rate there was none in use; without a new one it was withdrawn.
create table exchange_rate_changes (
    from_currency text not null,
    to_currency text not null,
    day date not null,
    act_id uuid not null references exchange_rate_acts (id),
    former_rate numeric(20, 10),
    former_source text,
    new_rate numeric(20, 10),
    new_source text,
    primary key (from_currency, to_currency, day, act_id),
    check (num_nonnulls(former_rate, former_source) in (0, 2)),
    check (num_nonnulls(new_rate, new_source) in (0, 2))
);

create index exchange_rate_changes_by_act on exchange_rate_changes (act_id);
