-- Users choose what printed lines mean, and what enough of them agree on serves everybody.

alter table user_products
    -- A product that a receipt named goes out of sight once its line was said to mean another one. Purchases that name it
    -- still find it.
    add column withdrawn_at timestamptz,
    -- Whether a user made it by hand rather than a receipt.
    add column is_wanted boolean not null default false;

alter table receipt_text_mappings
    add column id uuid not null default gen_random_uuid(),
    -- As it was printed first.
    add column printed_text text not null default '' check (length(printed_text) <= 500),
    -- chosen: the user said so. elsewhere: decided by what the user chose at another store of the chain or by what users
    -- agree on, so that the row only says that a receipt printed the line. name, resemblance: found by comparing names.
    -- made: nothing was known, and a product was made for the line.
    add column basis text check (basis in ('chosen', 'elsewhere', 'name', 'resemblance', 'made')),
    -- The store's name and address in the form in which stores of different users are the same; empty when unknown.
    add column chain_key text not null default '',
    add column store_key text not null default '',
    add column changed_at timestamptz not null default now(),
    -- When a receipt of the user first printed the line there; null when none has.
    add column seen_at timestamptz,
    -- From when on what the user chose counts for others; null when it never does.
    add column counts_from timestamptz,
    -- Whether it was counted since then.
    add column is_counted boolean not null default false;

update receipt_text_mappings set printed_text = left(normalised_text, 500), changed_at = created_at, seen_at = created_at,
    basis = case when confidence = 0 then 'made' when confidence >= 97 then 'name' else 'resemblance' end;

alter table receipt_text_mappings alter column basis set not null;

create unique index receipt_text_mappings_by_id on receipt_text_mappings (user_id, id);
create index receipt_text_mappings_by_age on receipt_text_mappings (user_id, changed_at, id);
create index receipt_text_mappings_by_product on receipt_text_mappings (user_id, product_id);
create index receipt_text_mappings_chosen on receipt_text_mappings (user_id, normalised_text) where basis = 'chosen';
create index receipt_text_votes on receipt_text_mappings (chain_key, normalised_text) where counts_from is not null;
create index receipt_text_votes_to_count on receipt_text_mappings (counts_from)
    where counts_from is not null and not is_counted;

-- Since when a user's receipts are read: votes of users that came just now don't count yet.
create table receipt_users (
    user_id uuid primary key,
    first_receipt_at timestamptz not null
);

insert into receipt_users (user_id, first_receipt_at)
select user_id, min(created_at) from receipt_text_mappings group by user_id;

-- What users agree on, without a trace of who they are.
create table shared_text_mappings (
    id uuid primary key default gen_random_uuid(),
    chain_key text not null check (chain_key <> ''),
    -- Empty for the whole chain.
    store_key text not null,
    normalised_text text not null check (normalised_text <> ''),
    product_id uuid not null references products (id),
    -- approved and withdrawn: an operator decided, whatever users say.
    state text not null check (state in ('agreed', 'disputed', 'approved', 'withdrawn')),
    votes integer not null check (votes between 0 and voters),
    voters integer not null,
    changed_at timestamptz not null,
    unique (chain_key, store_key, normalised_text)
);

create index shared_text_mappings_by_age on shared_text_mappings (changed_at, id);

-- Words of other languages and trade names with what they mean, and words that say little.
create table printed_words (
    printed text primary key,
    meaning text not null,
    kind text not null check (kind in ('fr', 'ms', 'brand', 'plain')),
    withdrawn_at timestamptz
);
