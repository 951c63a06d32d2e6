-- What users say of printed lines counts for others with their consent alone. Nobody was asked until now: what was said so far
-- serves its author, and what operators decided stays.

-- When users last withdrew the consent, by auth's clock.
create table sharing_withdrawals (
    user_id uuid primary key,
    withdrawn_at timestamptz not null
);

alter table receipt_text_mappings
    drop constraint receipt_text_mappings_kept_private_check,
    -- consent: the user has not consented to sharing.
    add constraint receipt_text_mappings_kept_private_check check (
        kept_private in ('unchanged', 'consent', 'insult', 'contact', 'person', 'number', 'length', 'excess')
    );

update receipt_text_mappings set kept_private = 'consent', counts_from = null, is_counted = false
where basis = 'chosen' and kept_private is null;
delete from shared_text_mappings where state in ('proposed', 'agreed', 'disputed');
update shared_text_mappings set votes = 0, voters = 0;
