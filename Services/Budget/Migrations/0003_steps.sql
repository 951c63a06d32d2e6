-- What owners say about their purchases: every step is kept, and can be taken back.

alter table purchases
    add column store_address text not null default '' check (char_length(store_address) <= 300),
    -- What the owner should look at: a set of bits, numbered as in the messages.
    add column review_fields integer not null default 0,
    -- The receipt with the very same photo that was sent before.
    add column same_photo_receipt_id uuid,
    -- The purchase that this one seems to repeat, until its owner decides.
    add column duplicate_of uuid,
    drop constraint purchases_state_check,
    add constraint purchases_state_check check (state in ('to_verify', 'confirmed', 'discarded'));

create index purchases_alike on purchases (user_id, purchased_on, total_minor);

alter table purchase_items
    -- From 1: the item of the receipt's reading; 0 for one that the owner added.
    add column receipt_line integer not null default 0 check (receipt_line >= 0),
    -- Items change places when one is added or brought back; each statement may leave two on one place.
    drop constraint purchase_items_user_id_purchase_id_position_key;

-- Items of receipts that were recorded before are those of the reading, in its order.
update purchase_items set receipt_line = position + 1;

create table purchase_steps (
    user_id uuid not null,
    purchase_id uuid not null,
    -- The version that the step made.
    version bigint not null check (version > 1),
    made_at timestamptz not null,
    -- What it changed, a line each.
    changes text[] not null,
    -- The purchase before the step, a packed larder.budget.v1.Purchase; null once it is too old to be taken back.
    before bytea,
    -- The version of the step that this one took back.
    undoes bigint,
    -- The version of the step that took this one back.
    undone_by bigint,
    primary key (user_id, purchase_id, version),
    foreign key (user_id, purchase_id) references purchases (user_id, id) on delete cascade
);

-- Tells those who watch a purchase that it has a new version.
create function announce_purchase() returns trigger language plpgsql as $$
begin
    perform pg_notify('purchases_' || tg_table_schema, new.id || ' ' || new.version);
    return null;
end
$$;

create trigger purchases_announce after update on purchases
    for each row when (new.version <> old.version) execute function announce_purchase();
