-- Each channel has workers of its own, and urgent notices go out before all others: neither waits for 20,000 that came before.
-- Those that a former version has planned count as not urgent.
alter table notice_deliveries add column is_urgent boolean not null default false;

create index notice_deliveries_in_order on notice_deliveries (channel, is_urgent desc, due_at) where settled_at is null;
