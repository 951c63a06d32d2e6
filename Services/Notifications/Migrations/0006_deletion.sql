-- Entries that their owners have deleted, as they were: they can be restored for a day, and are erased then. They are in a
-- table of their own, so that no version of the program, also the former one, which may run beside, lists or counts them; the
-- watchers of an inbox learn of their removal and their return by its triggers. A column that is added to notifications is
-- added here, too.

create table deleted_notifications (
    user_id uuid not null,
    id uuid not null,
    kind text not null,
    title text not null,
    message text not null,
    content text,
    subject text not null,
    created_at timestamptz not null,
    read_at timestamptz,
    deleted_at timestamptz not null,
    -- The deletion of a whole inbox; null for entries that were chosen.
    deletion_id uuid,
    primary key (user_id, id)
);

create index deleted_notifications_newest on deleted_notifications (user_id, created_at);
create index deleted_notifications_together on deleted_notifications (user_id, deletion_id) where deletion_id is not null;
create index deleted_notifications_oldest on deleted_notifications (deleted_at);

-- Deletions of whole inboxes, so that one that was undone already is told from one that nobody made.
create table inbox_deletions (
    user_id uuid not null,
    id uuid not null,
    made_at timestamptz not null,
    primary key (user_id, id)
);

create index inbox_deletions_oldest on inbox_deletions (made_at);
