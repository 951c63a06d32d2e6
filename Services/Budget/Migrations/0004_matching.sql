-- Purchases of which catalog has still to be asked what store and lines mean.

create table purchases_to_match (
    user_id uuid not null,
    purchase_id uuid not null,
    -- Items to look up, by their receipt_line; none where only the store is wanted.
    receipt_lines integer[] not null,
    -- Whether the store's name gives way to catalog's: it is as printed, not as its owner typed it.
    takes_store_name boolean not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    -- Changes with each claim, and goes when there is something else to be asked: an answer for an old one counts no more.
    claim uuid,
    claimed_until timestamptz,
    primary key (user_id, purchase_id),
    foreign key (user_id, purchase_id) references purchases (user_id, id) on delete cascade
);

create index purchases_to_match_next on purchases_to_match (due_at);

alter table purchases
    -- The store as catalog knows it, where its owner calls it otherwise.
    add column known_store text not null default '';

alter table purchase_steps
    -- Whether it is what catalog said, which its owner cannot take back.
    add column matched boolean not null default false;
