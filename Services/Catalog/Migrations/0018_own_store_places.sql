-- Where a user's own store is, encrypted under the user's key as its name is, and bound to what its row is found by: rows of former
-- versions get it once they are encrypted. Null when nobody has said.
alter table user_stores
    add column location_sealed bytea,
    add constraint user_stores_location_is_bound check (location_sealed is null or is_sealed);
