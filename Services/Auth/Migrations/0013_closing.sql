-- Owners close their accounts, and can reopen them until erase_at; then everything that is stored of them is erased.
alter table accounts
    add column closed_at timestamptz,
    add column erase_at timestamptz,
    add constraint accounts_closed check ((closed_at is null) = (erase_at is null));

create index accounts_to_erase on accounts (erase_at) where erase_at is not null;

-- People whose data are erased. A row stays for a year, as the record that it was done; by then nothing says whose it was.
create table erasures (
    account_id uuid primary key,
    began_at timestamptz not null,
    -- When all services had confirmed it, and the account and its key were destroyed.
    finished_at timestamptz
);

create index erasures_unfinished on erasures (began_at) where finished_at is null;

-- What each service has still to erase. It is asked twice, since what was on its way from other services may have arrived after
-- the first time; auth comes last.
create table erasure_tasks (
    account_id uuid not null references erasures (account_id) on delete cascade,
    service text not null check (service ~ '^[a-z]{1,40}$'),
    round integer not null default 1 check (round in (1, 2)),
    requested_at timestamptz not null,
    -- When the service had erased everything for the second time.
    confirmed_at timestamptz,
    due_at timestamptz,
    attempts integer not null default 0,
    claim uuid,
    claimed_until timestamptz,
    primary key (account_id, service)
);

create index erasure_tasks_due on erasure_tasks (due_at) where confirmed_at is null;

create function announce_erasure_tasks() returns trigger language plpgsql as $$
begin
    perform pg_notify('erasure_tasks_' || tg_table_schema, '');
    return null;
end
$$;

create trigger erasure_tasks_announce after insert on erasure_tasks
    for each statement execute function announce_erasure_tasks();

-- Exports under way: a user runs one at a time.
create table data_exports (
    account_id uuid primary key references accounts (id) on delete cascade,
    id uuid not null,
    -- From then on another one may begin, whatever became of this one.
    ends_at timestamptz not null
);

alter table account_mails
    drop constraint account_mails_kind_check,
    add constraint account_mails_kind_check check (
        kind in ('password_reset', 'account_locked', 'password_changed', 'account_closed')
    );

alter table audit_records
    drop constraint audit_records_action_check,
    add constraint audit_records_action_check check (
        action in (
            'registered', 'signed_in', 'sign_in_failed', 'locked', 'signed_out', 'token_reused', 'consent_given',
            'consent_withdrawn', 'session_ended', 'password_changed', 'password_reset', 'terms_accepted', 'role_granted',
            'role_withdrawn', 'plan_changed', 'closed', 'reopened', 'erased', 'exported'
        )
    );
