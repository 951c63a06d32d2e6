-- Second factors: what signing in takes beside the password.

create table factors (
    account_id uuid not null references accounts (id) on delete cascade,
    id uuid not null,
    kind text not null check (kind in ('authenticator_app', 'passkey', 'email_code')),
    -- What its owner calls it; encrypted.
    name bytea not null,
    -- Of an authenticator app: the shared secret; encrypted.
    secret bytea,
    -- The latest time step of which a code was taken: none is taken twice.
    last_step bigint,
    created_at timestamptz not null,
    last_used_at timestamptz,
    primary key (account_id, id),
    check ((kind = 'authenticator_app') = (secret is not null))
);

create table passkeys (
    account_id uuid not null,
    factor_id uuid not null,
    credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
    -- By its COSE number.
    algorithm integer not null,
    public_key bytea not null,
    -- As the authenticator counted with its latest signature; 0 for one that does not count.
    signature_count bigint not null check (signature_count >= 0),
    primary key (account_id, factor_id),
    foreign key (account_id, factor_id) references factors (account_id, id) on delete cascade
);

create unique index passkeys_by_credential on passkeys (credential_id);

create table recovery_codes (
    account_id uuid not null references accounts (id) on delete cascade,
    -- SHA-256 of the account's id and the code, which has 80 random bits.
    hash bytea not null check (octet_length(hash) = 32),
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (account_id, hash)
);

-- What has to be answered with a factor: the second step of a sign-in, a proof, or the first use of a factor that is added.
create table challenges (
    -- SHA-256 of the token, which only the client has.
    hash bytea primary key check (octet_length(hash) = 32),
    purpose text not null check (purpose in ('sign_in', 'passkey_sign_in', 'proof', 'addition')),
    -- Null while it is not known whose passkey will answer.
    account_id uuid references accounts (id) on delete cascade,
    -- Of a proof or an addition, the session that makes it.
    session_id uuid,
    -- Of a sign-in, the hash of the password that was right: once it is replaced, the sign-in begins again.
    password_hash text,
    -- Of an addition, the factor's kind, and its secret; encrypted.
    kind text,
    secret bytea,
    -- The mail with the latest code for it.
    mail_id uuid,
    mailed_at timestamptz,
    failures integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    check ((account_id is null) = (purpose = 'passkey_sign_in')),
    check ((password_hash is null) = (purpose <> 'sign_in'))
);

create index challenges_by_account on challenges (account_id);
create index challenges_by_expiry on challenges (expires_at);

-- When it was proven last that the owner of the account uses the session.
alter table sessions add column proven_at timestamptz;

alter table account_mails
    -- What a mail is about beside its kind, such as the kind of factor that was added.
    add column subject text,
    drop constraint account_mails_kind_check,
    add constraint account_mails_kind_check check (
        kind in (
            'password_reset', 'account_locked', 'password_changed', 'account_closed', 'email_verification', 'email_change',
            'email_changed', 'sign_in_code', 'factor_added', 'factor_removed'
        )
    );

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended', 'password_changed', 'password_reset', 'terms_accepted', 'role_granted',
            'role_withdrawn', 'plan_changed', 'closed', 'reopened', 'erased', 'exported', 'email_verified',
            'email_changed', 'email_restored', 'registration_expired', 'factor_added', 'factor_removed', 'factor_renamed',
            'recovery_codes_replaced', 'recovery_code_used', 'identity_proven', 'passkey_refused'
        )
    );
