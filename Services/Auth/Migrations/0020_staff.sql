alter table sessions
    -- When the session was signed in with a second factor, for what only such a session may do; null with a password alone. A
    -- factor that is proven later, as for a sensitive change, is not enough: whoever holds a session could have added it.
    add column second_factor_at timestamptz;

alter table accounts
    -- Wrong codes in a row, which a new password does not reset: whoever reads the owner's mails must not try more of them.
    add column failed_codes integer not null default 0 check (failed_codes >= 0),
    -- Until then no code is taken.
    add column codes_locked_until timestamptz;

-- What operators do with the keys of all. Added to whichever actions there are.
do $$
declare
    actions text;
begin
    select pg_get_constraintdef(oid) into strict actions from pg_constraint
    where conrelid = 'audit_records'::regclass and conname = 'audit_records_action_check';
    execute 'alter table audit_records drop constraint audit_records_action_check, '
        || 'add constraint audit_records_action_check '
        || replace(actions, 'ARRAY[', 'ARRAY[''signing_key_rotated''::text, ''keys_rewrapped''::text, ');
end
$$;
