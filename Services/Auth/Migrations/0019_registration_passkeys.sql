-- A registration is completed by the mailed link, or by a passkey: then the address stays a claim.

alter table challenges
    drop constraint challenges_purpose_check,
    add constraint challenges_purpose_check check (
        purpose in ('sign_in', 'passkey_sign_in', 'proof', 'addition', 'reopening', 'registration')
    );

-- To what is allowed already.
do $$
declare
    allowed text;
begin
    select pg_get_expr(conbin, conrelid) into strict allowed from pg_constraint
    where conrelid = 'audit_records'::regclass and conname = 'audit_records_action_check';
    execute format(
        'alter table audit_records drop constraint audit_records_action_check, '
        'add constraint audit_records_action_check check (%s or action = %L)',
        allowed, 'registration_completed'
    );
end
$$;
