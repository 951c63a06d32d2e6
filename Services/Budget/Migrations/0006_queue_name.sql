-- Lookups are announced by the name that the queue has everywhere; instances of the former version, which may run beside,
-- listen to the former one.

create or replace function announce_lookups() returns trigger language plpgsql as $$
begin
    perform pg_notify('purchase_lookups_' || tg_table_schema, '');
    perform pg_notify('lookups_' || tg_table_schema, '');
    return null;
end
$$;
