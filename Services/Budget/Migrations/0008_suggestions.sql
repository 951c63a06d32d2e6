-- What a purchase's currency probably is while it is unknown, and the telephone number by which catalog finds the store.

alter table purchases add column suggested_currency text not null default '' check (suggested_currency ~ '^([A-Z]{3})?$');
alter table purchases_to_match add column store_phone text not null default '' check (char_length(store_phone) <= 40);
