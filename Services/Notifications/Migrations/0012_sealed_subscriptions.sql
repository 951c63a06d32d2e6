-- Where browsers take messages is encrypted under the user's key, so that a back-up says nothing of it once that is destroyed.
-- What former versions have stored under a master key is in sealed, until the job that keeps up subscriptions has moved it.

alter table push_subscriptions
    alter column sealed drop not null,
    add column subscription_sealed bytea;

comment on column push_subscriptions.master_key_id is 'the master key under which endpoint_hash is, and sealed';
