-- Names in French of what ships with Larder; empty where there is none. A former version, which may run beside, answers those
-- in English.
alter table categories add column name_fr text not null default '';
alter table products add column name_fr text not null default '' check (length(name_fr) <= 80);

-- The product of lines without a letter or digit has no name, and is given one in the reader's language when it is shown.
-- One that its owner asked for keeps the name as typed.
alter table user_products
    drop constraint user_products_name_check,
    add constraint user_products_name_check check (length(name) <= 80);
update user_products set name = '' where normalised_name = 'unnamed item' and not is_wanted;
