-- Receipts print telephone numbers, which tell a user's own stores apart when names are misread.
alter table user_stores add column phone text not null default '' check (length(phone) <= 40);
