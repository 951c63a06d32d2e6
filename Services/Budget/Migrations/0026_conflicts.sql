-- What devices have changed in a purchase in different ways: the versions that are not shown, encrypted. Null for none.
alter table purchases add column conflicts_sealed bytea;
