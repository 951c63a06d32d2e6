-- Registrations go with their account, also by the call that takes a name whose time is over.
create index registrations_by_account on registrations (account_id);
