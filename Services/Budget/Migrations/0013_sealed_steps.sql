-- Histories are encrypted as purchases are.

alter table purchase_steps
    alter column changes drop not null,
    add column changes_sealed bytea,
    add column before_sealed bytea;

create index purchase_steps_not_sealed on purchase_steps (user_id, purchase_id, version)
    where changes is not null or before is not null;

alter table purchases_to_match
    alter column store_phone drop not null,
    alter column store_phone drop default,
    add column store_phone_sealed bytea;

create index purchases_to_match_not_sealed on purchases_to_match (user_id, purchase_id) where store_phone is not null;
