-- A user sees which devices are signed in, and when each was used last: when its tokens were renewed.

alter table sessions
    -- Null until the first renewal.
    add column last_used_at timestamptz;

update sessions s set last_used_at = (
    select max(t.spent_at) from refresh_tokens t where t.account_id = s.account_id and t.session_id = s.id
);

alter table sessions
    drop constraint sessions_end_reason_check,
    add constraint sessions_end_reason_check check (end_reason in ('signed_out', 'token_reused', 'session_ended'));

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended'
        )
    );
