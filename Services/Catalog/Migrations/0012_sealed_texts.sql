-- What receipts of a user say is encrypted under the user's key. By what a user's rows are found (normalised names, addresses and
-- texts, and the key of the chain) is a keyed hash of it, which says nothing without the key. Rows of former versions are as they
-- were until they are encrypted in the background; is_sealed tells them apart.
alter table user_products
    alter column name drop not null,
    add column name_sealed bytea,
    add column is_sealed boolean not null default false,
    add constraint user_products_has_name check (num_nonnulls(name, name_sealed) = 1);
comment on column user_products.name is 'empty for the product of all lines without a letter or digit; null once it is encrypted';
create index user_products_unsealed on user_products (user_id) where not is_sealed;

alter table user_stores
    alter column name drop not null,
    alter column address drop not null,
    alter column phone drop not null,
    add column name_sealed bytea,
    add column address_sealed bytea,
    add column phone_sealed bytea,
    add column is_sealed boolean not null default false,
    add constraint user_stores_has_name check (num_nonnulls(name, name_sealed) = 1),
    add constraint user_stores_has_address check (num_nonnulls(address, address_sealed) = 1),
    add constraint user_stores_has_phone check (num_nonnulls(phone, phone_sealed) = 1);
comment on column user_stores.address is 'empty when unknown; null once it is encrypted';
comment on column user_stores.phone is 'empty when unknown; null once it is encrypted';
create index user_stores_unsealed on user_stores (user_id) where not is_sealed;

-- What a user consents to share is readable: others' choices are counted with it.
alter table receipt_text_mappings
    alter column printed_text drop not null,
    add column printed_text_sealed bytea,
    add column normalised_text_sealed bytea,
    add column is_sealed boolean not null default false,
    add column shared_text text,
    add column shared_chain_key text,
    add column shared_store_key text,
    add constraint receipt_text_mappings_is_shared check (
        num_nonnulls(shared_text, shared_chain_key, shared_store_key) in (0, 3)
        and (shared_text is null or basis = 'chosen' and kept_private is null)
    );
comment on column receipt_text_mappings.shared_text is 'of what may count for others: the normalised text, as it is';
create index receipt_text_mappings_unsealed on receipt_text_mappings (user_id) where not is_sealed;

update receipt_text_mappings
set shared_text = normalised_text, shared_chain_key = chain_key, shared_store_key = store_key
where basis = 'chosen' and kept_private is null and chain_key <> '';

drop index receipt_text_votes;
create index receipt_text_votes on receipt_text_mappings (shared_chain_key, shared_text) where counts_from is not null;
