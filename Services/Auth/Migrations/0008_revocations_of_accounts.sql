-- Issuing a token asks when what tokens say of an account changed last.
create index revocations_by_account on revocations (account_id);
