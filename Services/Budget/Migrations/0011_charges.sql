-- Charges that were read from receipts were stored by their English names as if those were printed. They become codes, which
-- are put into words in the reader's language. What may be a printed product, or the owner's own word, stays as it is. A
-- former version, which may run beside, shows such an item without a name, and reads the changes as "Changed".

alter table purchase_items add column charge text check (charge in ('service', 'tip', 'rounding'));

create function former_charge(name text) returns text language sql immutable as $$
    select case name when 'Service charge' then 'service' when 'Tip' then 'tip' when 'Rounding' then 'rounding' end
$$;

-- Histories first: they are of charges where an item of the purchase, or one that was removed, was read as one. A name that
-- its owner gave an item of the same purchase may be the owner's everywhere.
create function former_charge_change(change text, owned text[]) returns text language plpgsql immutable as $$
declare
    change_json jsonb;
    kind text;
    value jsonb;
    code text;
begin
    if change not like '{"item%' then return null; end if;
    change_json := change::jsonb;
    select key, entry into kind, value from jsonb_each(change_json) as entries (key, entry) limit 1;
    code := former_charge(value ->> 'name');
    if code is null or value ->> 'name' = any (owned) then return null; end if;
    -- The coding sorts its keys and puts no space between them.
    return replace(change, '"name":' || to_json(value ->> 'name')::text, '"name":{"charge":{"_0":"' || code || '"}}');
end
$$;

with owned as (
    select steps.user_id, steps.purchase_id, coalesce(array_agg(names.name) filter (where names.name is not null), '{}') as names
    from purchase_steps as steps
    left join lateral (
        select case
            when change like '{"itemRenamed"%' then change::jsonb -> 'itemRenamed' ->> 'after'
            when change like '{"itemAdded"%' then change::jsonb -> 'itemAdded' ->> 'name'
        end as name
        from unnest(steps.changes) as change
    ) as names on true
    group by steps.user_id, steps.purchase_id
)
update purchase_steps as steps set changes = (
    select array_agg(coalesce(former_charge_change(change, owned.names), change) order by place)
    from unnest(steps.changes) with ordinality as entries (change, place)
)
from owned, purchases
where owned.user_id = steps.user_id and owned.purchase_id = steps.purchase_id
    and purchases.user_id = steps.user_id and purchases.id = steps.purchase_id and not purchases.typed_in
    and exists (select from unnest(steps.changes) as change where former_charge_change(change, owned.names) is not null);

update purchase_items as items set charge = former_charge(printed_text), printed_text = ''
where former_charge(printed_text) is not null and product_id is null and product_name = '' and receipt_line > 0
    and unit_price_minor is null and discount_minor = 0
    and not exists (
        select from purchases_to_match as waiting
        where waiting.user_id = items.user_id and waiting.purchase_id = items.purchase_id
            and items.receipt_line = any (waiting.receipt_lines)
    );

-- Products of lines that say nothing were stored with an English name, too.
update purchase_items set product_name = ''
where product_name = 'Unnamed item' and product_id is not null and receipt_line > 0 and printed_text !~ '[[:alnum:]]';

drop function former_charge_change;
drop function former_charge;
