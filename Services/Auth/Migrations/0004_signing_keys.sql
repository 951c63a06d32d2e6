-- Ed25519 keys that sign access tokens, shared by all instances.

create table signing_keys (
    id text primary key,
    public_key bytea not null check (octet_length(public_key) = 32),
    -- Encrypted under the master key.
    private_key bytea not null,
    master_key_id text not null,
    created_at timestamptz not null,
    -- From then on its signatures are refused.
    retired_at timestamptz
);
