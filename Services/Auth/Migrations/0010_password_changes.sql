alter table accounts
    -- When the password was changed last; null when it is the one of the registration.
    add column password_changed_at timestamptz,
    -- SHA-256 of the idempotency key that this change came with: it can be sent again when its answer was lost.
    add column password_change_hash bytea;

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended', 'password_changed'
        )
    );
