-- Proof that a mail was handed to the mail server, and when. What it said and where it went is not stored.
create table sent_mails (
    user_id uuid not null,
    id uuid not null,
    kind text not null check (char_length(kind) between 1 and 40),
    sent_at timestamptz not null,
    primary key (user_id, id)
);
