-- What purchases say of their owners in words is encrypted under the owners' keys, in columns of bytes. What former versions
-- stored as it was stays where it is until a job of the service has encrypted it; the indices name the rows that are left.

alter table purchases
    alter column store_name drop not null,
    alter column store_address drop not null,
    alter column store_address drop default,
    alter column known_store drop not null,
    alter column known_store drop default,
    add column store_name_sealed bytea,
    -- By which the owner's purchases at a store of the same name are found.
    add column store_name_hash bytea,
    add column store_address_sealed bytea,
    add column known_store_sealed bytea;

create index purchases_not_sealed on purchases (user_id, id)
    where store_name is not null or store_address is not null or known_store is not null;

alter table purchase_items
    alter column product_name drop not null,
    alter column printed_text drop not null,
    add column product_name_sealed bytea,
    add column printed_text_sealed bytea;

create index purchase_items_not_sealed on purchase_items (user_id, purchase_id, id)
    where product_name is not null or printed_text is not null;

alter table purchase_taxes
    alter column label drop not null,
    add column label_sealed bytea;

create index purchase_taxes_not_sealed on purchase_taxes (user_id, purchase_id, position) where label is not null;
