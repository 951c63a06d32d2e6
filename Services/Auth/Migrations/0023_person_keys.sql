-- Keys of accounts are in the toolkit's table person_keys, which is backed up by itself. A job moves there what former versions
-- have stored here, and removes it here; a next release drops both columns. A former version cannot read accounts whose key was
-- moved, or that register from now on.
alter table accounts
    alter column data_key drop not null,
    alter column master_key_id drop not null;

create index accounts_with_key on accounts (id) where data_key is not null;
