-- Weeks of which it was told to catalog what users have paid at stores: each once, so that neither the time at which a price appears nor a
-- difference to what was told before says anything about those who paid it.

create table observed_weeks (
    -- A Monday.
    first_day date not null,
    -- Null when all stores are done.
    store_id uuid
);

create index observed_weeks_by_day on observed_weeks (first_day, store_id);

create index purchases_at_stores on purchases (listed_on, store_id, user_id)
    where state = 'confirmed' and receipt_id is not null and not typed_in and purchased_on is not null;
