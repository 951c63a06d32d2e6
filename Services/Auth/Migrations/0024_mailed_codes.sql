-- Codes by e-mail count as a second factor no more, also where an account has another one. It is not stored which factor a session
-- was signed in with: those that may have been signed in with such a code are proven anew, by signing in.
update sessions s set second_factor_at = null
where second_factor_at is not null and ended_at is null
    and exists (select 1 from factors f where f.account_id = s.account_id and f.kind = 'email_code');
