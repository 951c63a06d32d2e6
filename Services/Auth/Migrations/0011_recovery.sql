-- Mails that accounts are due: a link for choosing a new password, or news about the account. What is sent is made when it is
-- sent; the link's secret follows from the id and a master key, so that nobody who reads this table can use it.

create table account_mails (
    -- Of no account where somebody has named one that there is not: such a row is kept for as long as others.
    account_id uuid not null,
    id uuid not null,
    kind text not null check (kind in ('password_reset', 'account_locked', 'password_changed')),
    language text not null check (language ~ '^[a-z]{2}$'),
    requested_at timestamptz not null,
    -- Until then it is worth sending, and its link works.
    expires_at timestamptz not null,
    used_at timestamptz,
    sent_at timestamptz,
    due_at timestamptz,
    attempts integer not null default 0,
    claim uuid,
    claimed_until timestamptz,
    parked_at timestamptz,
    last_error text,
    primary key (account_id, id)
);

create unique index account_mails_by_id on account_mails (id);
create index account_mails_due on account_mails (due_at) where sent_at is null;
create index account_mails_by_expiry on account_mails (expires_at);

create function announce_account_mails() returns trigger language plpgsql as $$
begin
    perform pg_notify('account_mails_' || tg_table_schema, '');
    return null;
end
$$;

create trigger account_mails_announce after insert on account_mails
    for each statement execute function announce_account_mails();

-- In which language a person is written to: that of the last registration or sign-in.
alter table accounts add column language text not null default 'en' check (language ~ '^[a-z]{2}$');

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended', 'password_changed', 'password_reset'
        )
    );
