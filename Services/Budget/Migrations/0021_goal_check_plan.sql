-- A statement may add one purchase or thousands, and keeps the plan that it was first made with: whether a user has goals is looked up
-- for each user by the key, which `limit` sees to, never by reading all goals.

create or replace function queue_goal_checks() returns trigger language plpgsql set search_path from current as $$
begin
    insert into goals_to_check (user_id)
    select changed.user_id from (select distinct user_id from changed_rows) as changed
    where (select true from goals where goals.user_id = changed.user_id limit 1)
    order by changed.user_id
    on conflict (user_id) do update set due_at = excluded.due_at, attempts = 0, claim = null, claimed_until = null;
    return null;
end
$$;
