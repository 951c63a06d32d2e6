-- What people are told. Lengths count Unicode code points.

create table notifications (
    user_id uuid not null,
    -- The id of the event that it came from.
    id uuid not null,
    kind text not null check (kind ~ '^[a-z_]{1,40}$'),
    title text not null check (char_length(title) between 1 and 100),
    message text not null check (char_length(message) between 1 and 200),
    -- Such as purchase:<id>.
    subject text not null check (char_length(subject) <= 100),
    created_at timestamptz not null,
    read_at timestamptz,
    primary key (user_id, id)
);

create index notifications_newest_first on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;
