-- Sensitive changes take a second factor where the account has one.

alter table sessions
    -- When it was proven last with a second factor that the owner of the account uses the session.
    add column factor_proven_at timestamptz;

alter table challenges
    drop constraint challenges_purpose_check,
    -- A closed account is reopened.
    add constraint challenges_purpose_check check (
        purpose in ('sign_in', 'passkey_sign_in', 'proof', 'addition', 'reopening')
    ),
    drop constraint challenges_check1,
    add constraint challenges_password_check check ((password_hash is null) = (purpose not in ('sign_in', 'reopening')));

-- To what is allowed already: mails about changes that have been asked for, and accounts that are open again; owners who shut
-- out whoever else has made a change.
do $$
declare
    addition record;
begin
    for addition in
        select c.conrelid::regclass as place, c.conname, pg_get_expr(c.conbin, c.conrelid) as allowed, v.allowed as more
        from pg_constraint c
        join (
            values
                ('account_mails', 'account_mails_kind_check', $c$kind in ('email_change_requested', 'account_reopened')$c$),
                ('audit_records', 'audit_records_action_check', $c$action in ('secured', 'email_change_requested')$c$)
        ) v (place, conname, allowed)
        on c.conrelid = (quote_ident(current_schema()) || '.' || v.place)::regclass and c.conname = v.conname
    loop
        execute format(
            'alter table %s drop constraint %I, add constraint %I check (%s or %s)',
            addition.place, addition.conname, addition.conname, addition.allowed, addition.more
        );
    end loop;
end
$$;
