-- After a back-up was restored: has all services erase those again who are in it and whose keys were destroyed since. Nothing of
-- theirs that is encrypted can be read; this removes the rest.
--
--   psql larder --file erase-again.sql
--   psql larder --set limit=250 --file erase-again.sql
--
-- It erases `limit` accounts at most, a tenth of all and 100 unless another number is given, and otherwise nobody: with the keys of
-- another day, or none, it would be everybody.
\set ON_ERROR_STOP on
SELECT count(*) AS accounts, count(*) FILTER (WHERE data_key IS NULL AND key.user_id IS NULL) AS keyless,
    greatest(1, least(100, count(*) / 10)) AS usual_limit
FROM auth.accounts LEFT JOIN auth.person_keys AS key ON key.user_id = accounts.id \gset
\if :{?limit}
\else
    \set limit :usual_limit
\endif
\echo :keyless of :accounts accounts have no key and are to be erased.
SELECT :keyless > :limit AS are_too_many \gset
\if :are_too_many
    \warn That is more than :limit: nobody is erased. Check that the keys are those of the latest back-up, then give --set limit=:keyless
    DO $$ BEGIN RAISE 'too many accounts have no key'; END $$;
\endif
UPDATE auth.accounts SET closed_at = coalesce(closed_at, now()), erase_at = now()
WHERE data_key IS NULL AND NOT EXISTS (SELECT FROM auth.person_keys WHERE user_id = id);
