-- When users are reminded to enter what they have spent, in minutes after their midnight.
alter table notice_times add column reminder_minute integer not null default 1200 check (reminder_minute between 0 and 1439);

-- Users who want to be reminded, and when next.
create table reminders (
    user_id uuid primary key,
    due_at timestamptz not null,
    attempts integer not null default 0,
    -- The lease of the reminder; it ends when its owner changes when it comes.
    claim uuid,
    claimed_until timestamptz
);

create index reminders_due on reminders (due_at);
