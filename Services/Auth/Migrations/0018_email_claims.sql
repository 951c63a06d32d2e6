-- An address is an account's once its owner has confirmed it. Until then any number of accounts may claim it.

alter table accounts
    -- By what the account is found by the address while nobody knows whose that is: a keyed hash; null once it is confirmed.
    add column email_claim bytea check (octet_length(email_claim) = 32);

update accounts a set email_claim = (
    select hash from email_lookups where account_id = a.id order by hash limit 1
)
where unverified_until is not null;

delete from email_lookups l using accounts a where a.id = l.account_id and a.unverified_until is not null;

create index accounts_by_email_claim on accounts (email_claim) where email_claim is not null;
