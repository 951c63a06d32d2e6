-- What ends access before the tokens expire, kept for as long as such tokens could be valid. The gateway and every service
-- follow it.

create sequence revocation_positions;

create table revocations (
    -- The order in which revocations were committed.
    position bigint primary key,
    account_id uuid not null,
    -- Null for all sessions of the account.
    session_id uuid,
    reason text not null check (reason in ('session_ended', 'outdated')),
    revoked_at timestamptz not null,
    expires_at timestamptz not null
);

create index revocations_by_expiry on revocations (expires_at);

-- Revocations wait for one another until they are committed: whoever has read one has read all with lower positions, or can.
create function place_revocation() returns trigger
language plpgsql
as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('revocations ' || tg_table_schema, 0));
    new.position := nextval('revocation_positions');
    perform pg_notify('revocations_' || tg_table_schema, 'all ' || new.position);
    return new;
end
$$;

create trigger revocations_in_order before insert on revocations for each row execute function place_revocation();
