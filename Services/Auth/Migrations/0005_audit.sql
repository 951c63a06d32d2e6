-- What happened to accounts. Records are added and read, never changed: neither by a role that may write the other
-- tables nor, by accident, by the owner.

create table audit_records (
    account_id uuid not null,
    id bigint generated always as identity,
    occurred_at timestamptz not null,
    action text not null check (
        action in ('registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused')
    ),
    session_id uuid,
    primary key (account_id, id)
);

create function refuse_change_of_audit() returns trigger
language plpgsql
as $$
begin
    raise exception 'audit records never change' using errcode = 'insufficient_privilege', table = 'audit_records';
end
$$;

create trigger audit_records_are_final before update or delete or truncate on audit_records
for each statement execute function refuse_change_of_audit();

do $$
declare
    grantee name;
begin
    for grantee in
        select distinct g.grantee from information_schema.role_table_grants g
        where g.table_schema = current_schema() and g.table_name = 'audit_records' and g.grantee <> current_user
    loop
        execute format('revoke update, delete, truncate on audit_records from %I', grantee);
    end loop;
end
$$;
