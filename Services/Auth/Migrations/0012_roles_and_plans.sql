-- What an account may do beside what every user may.
create table account_roles (
    account_id uuid not null references accounts (id) on delete cascade,
    role text not null check (role in ('operator', 'moderator', 'administrator', 'healthcare_provider')),
    granted_at timestamptz not null,
    primary key (account_id, role)
);

-- Which plan an account has. No row means: Basic, as ever.
create table account_plans (
    account_id uuid primary key references accounts (id) on delete cascade,
    plan text not null check (plan in ('basic', 'pro')),
    started_at timestamptz not null,
    -- From then on it is Basic; null for no end.
    expires_at timestamptz,
    check (plan <> 'basic' or expires_at is null)
);

alter table audit_records
    -- Who did it, where that is not the account itself; null for a command on the host.
    add column actor_id uuid,
    -- What it was about, such as the role; never personal data.
    add column subject text,
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended', 'password_changed', 'password_reset', 'terms_accepted', 'role_granted',
            'role_withdrawn', 'plan_changed'
        )
    );
