-- New accounts are completed by a link that is mailed to their address; addresses can be replaced in the same way.

alter table accounts
    -- What the person is called, encrypted; null when not told.
    add column display_name bytea,
    -- Until when the registration has to be completed; null once it is, as it is for all accounts before this migration. From then
    -- on nobody can use the account, and it is erased.
    add column unverified_until timestamptz;

create index accounts_unverified on accounts (unverified_until) where unverified_until is not null;

alter table account_mails
    -- Where the mail goes when that is not the account's address, encrypted under the person's key.
    add column address bytea,
    -- SHA-256 of the idempotency key that the link was used with: it can be used again when the answer was lost.
    add column used_with bytea,
    drop constraint account_mails_kind_check,
    add constraint account_mails_kind_check check (
        kind in (
            'password_reset', 'account_locked', 'password_changed', 'account_closed', 'email_verification', 'email_change',
            'email_changed'
        )
    );

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended', 'password_changed', 'password_reset', 'terms_accepted', 'role_granted',
            'role_withdrawn', 'plan_changed', 'closed', 'reopened', 'erased', 'exported', 'email_verified',
            'email_changed', 'email_restored', 'registration_expired'
        )
    );
