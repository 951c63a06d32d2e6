-- What users have chosen about kinds of notices; what they have not chosen is on. The former version, which may run beside, does
-- not ask here.

create table notice_preferences (
    user_id uuid not null,
    kind text not null check (kind ~ '^[a-z_]{1,40}$'),
    -- The number of a NoticeChannel.
    channel integer not null,
    is_on boolean not null,
    changed_at timestamptz not null,
    primary key (user_id, kind, channel)
);
