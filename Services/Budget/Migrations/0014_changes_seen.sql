-- Encrypting a purchase changes nothing that its owner sees, and so not its version: those who watch it are told nothing.

create or replace function note_purchase_updates() returns trigger language plpgsql set search_path from current as $$
begin
    insert into purchase_changes (user_id, row_id, changed_in)
    select user_id, id, pg_current_xact_id() from (
        select user_id, id from changed_rows as present join former_rows as former using (user_id, id)
        where present.version <> former.version or present.duplicate_of is distinct from former.duplicate_of
        union
        select duplicates.user_id, duplicates.id
        from changed_rows as present join former_rows as former using (user_id, id)
        join purchases as duplicates on duplicates.user_id = present.user_id and duplicates.duplicate_of = present.id
        where (present.state = 'discarded') <> (former.state = 'discarded')
    ) as rows order by user_id, id
    on conflict (user_id, row_id) do update set changed_in = excluded.changed_in, removed_at = null;
    return null;
end
$$;
