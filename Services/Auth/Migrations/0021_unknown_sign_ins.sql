-- Sign-ins that failed for names that nobody has are counted, too, and lock the name as they lock an account: otherwise the answer, or
-- its time, would say which names there are. A name is a keyed hash, and is forgotten a day after the last try.
create table unknown_sign_ins (
    name_hash uuid primary key,
    -- In a row.
    failures integer not null check (failures > 0),
    locked_until timestamptz,
    last_at timestamptz not null
);

create index unknown_sign_ins_by_time on unknown_sign_ins (last_at);
