-- How long purchases have waited for catalog, and a signal for the workers of all instances when another one does.

alter table purchases_to_match add column queued_at timestamptz not null default now();

create function announce_lookups() returns trigger language plpgsql as $$
begin
    perform pg_notify('lookups_' || tg_table_schema, '');
    return null;
end
$$;

create trigger purchases_to_match_announce after insert on purchases_to_match
    for each statement execute function announce_lookups();
