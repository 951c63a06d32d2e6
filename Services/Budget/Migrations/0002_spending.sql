-- Purchases as receipts and their owners tell them. Amounts are minor units of the purchase's currency.

create table purchases (
    user_id uuid not null,
    id uuid not null,
    receipt_id uuid,
    state text not null default 'to_verify' check (state in ('to_verify', 'confirmed')),
    store_id uuid,
    store_name text not null check (char_length(store_name) <= 200),
    -- As printed; null where the receipt doesn't tell.
    purchased_on date,
    purchased_time text check (purchased_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    time_zone text not null default '' check (char_length(time_zone) <= 64),
    -- The day to list it under: of the purchase, or of its recording where that is unknown.
    listed_on date not null,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    subtotal_minor bigint,
    total_minor bigint,
    item_count integer not null check (item_count between 0 and 500),
    recorded_at timestamptz not null,
    version bigint not null default 1 check (version > 0),
    primary key (user_id, id),
    unique (user_id, receipt_id)
);

create index purchases_newest_first on purchases (user_id, listed_on desc, recorded_at desc, id desc);

create table purchase_items (
    user_id uuid not null,
    purchase_id uuid not null,
    id uuid not null,
    -- From 0, in the order of the receipt.
    position integer not null,
    product_id uuid,
    product_name text not null check (char_length(product_name) <= 200),
    category_symbol text not null check (char_length(category_symbol) <= 16),
    printed_text text not null check (char_length(printed_text) <= 200),
    quantity_thousandths bigint not null check (quantity_thousandths > 0),
    unit text not null check (char_length(unit) <= 20),
    unit_price_minor bigint,
    amount_minor bigint not null,
    discount_minor bigint not null default 0 check (discount_minor <= 0),
    needs_review boolean not null,
    confidence integer not null check (confidence between 0 and 100),
    primary key (user_id, purchase_id, id),
    unique (user_id, purchase_id, position),
    foreign key (user_id, purchase_id) references purchases (user_id, id) on delete cascade
);

create table purchase_taxes (
    user_id uuid not null,
    purchase_id uuid not null,
    position integer not null,
    label text not null check (char_length(label) <= 60),
    amount_minor bigint not null,
    primary key (user_id, purchase_id, position),
    foreign key (user_id, purchase_id) references purchases (user_id, id) on delete cascade
);

-- Answers to changes that carried an idempotency key, for as long as a client may send one again.
create table answered_requests (
    user_id uuid not null,
    operation text not null,
    key text not null check (char_length(key) between 1 and 200),
    request_digest bytea not null,
    -- Null only inside of the transaction that makes the change.
    answer bytea,
    answered_at timestamptz not null default now(),
    primary key (user_id, operation, key)
);

create index answered_requests_by_age on answered_requests (answered_at);
