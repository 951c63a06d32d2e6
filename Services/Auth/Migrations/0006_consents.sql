-- What people allow beyond what the service needs. No row means: never asked or never answered, and so not allowed.
create table consents (
    account_id uuid not null references accounts (id) on delete cascade,
    kind text not null,
    is_given boolean not null,
    changed_at timestamptz not null,
    primary key (account_id, kind)
);

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn'
        )
    );
