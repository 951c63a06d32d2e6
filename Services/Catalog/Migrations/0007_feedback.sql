-- What users say of printed lines is screened before it may count for others.

alter table receipt_text_mappings
    -- Why what the user chose never counts for others; null when it may. unchanged: left as it was. excess: one line too
    -- many for a day. The others: what the line has in it.
    add column kept_private text
        check (kept_private in ('unchanged', 'insult', 'contact', 'person', 'number', 'length', 'excess'));

-- What too few users have said is there for operators to approve.
alter table shared_text_mappings
    drop constraint shared_text_mappings_state_check,
    add constraint shared_text_mappings_state_check
        check (state in ('proposed', 'agreed', 'disputed', 'approved', 'withdrawn'));
create index shared_text_mappings_by_state on shared_text_mappings (state, changed_at, id);
update receipt_text_mappings set is_counted = false where counts_from is not null and is_counted;

-- What was screened out as abuse, how often and when, without any text. One row a user.
create table abusive_feedback (
    user_id uuid primary key,
    -- What operators know the user by.
    id uuid not null unique default gen_random_uuid(),
    -- watched: too little to be reported. open: reported. excluded: nothing that the user says counts for others, an
    -- operator decided. dismissed: an operator decided that it was none.
    state text not null default 'watched' check (state in ('watched', 'open', 'excluded', 'dismissed')),
    insults integer not null,
    contacts integer not null,
    excess integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null
);

create index abusive_feedback_by_age on abusive_feedback (last_at, id) where state <> 'watched';
