-- Changes in histories that former versions wrote as sentences become kinds and values, so that they are read in the reader's
-- language. A sentence that is not recognised, or that may mean two things, stays as it is; the former version, which may run
-- beside, reads both.

create function former_field(title text) returns text language sql immutable as $$
    select case title
        when 'Store' then 'storeName' when 'Address' then 'storeAddress'
        when 'Date' then 'date' when 'Time' then 'time' when 'Currency' then 'currency'
        when 'Subtotal' then 'subtotal' when 'Taxes' then 'taxes' when 'Total' then 'total'
    end
$$;

-- A value as it was before it was shown, in JSON.
create function former_value(shown text, absent text default 'none') returns text language sql immutable as $$
    select to_json(case shown when absent then '' else shown end)::text
$$;

create function former_code(sentence text) returns text language plpgsql immutable as $$
declare
    simple text;
    part text[];
begin
    simple := case sentence
        when 'Confirmed' then 'confirmed' when 'Discarded' then 'discarded' when 'Brought back' then 'restored'
        when 'To verify again' then 'reopened' when 'Kept as a separate purchase' then 'keptSeparate'
        when 'Kept as a purchase of its own' then 'keptSeparate' when 'Seems a duplicate again' then 'duplicateAgain'
        when 'Items reordered' then 'reordered' when 'Looked up; nothing is changed' then 'nothingFound'
    end;
    if simple is not null then return '{"' || simple || '":{}}'; end if;

    -- Total: 9.90 → 8.90. With a second arrow nobody knows what was before.
    part := regexp_match(sentence, '^(Store|Address|Date|Time|Currency|Subtotal|Taxes|Total): ([^→]+) → ([^→]+)$');
    if part is not null then
        return '{"field":{"_0":"' || former_field(part[1]) || '","after":' || former_value(part[3])
            || ',"before":' || former_value(part[2]) || '}}';
    end if;
    part := regexp_match(sentence, '^(Store|Address|Date|Time|Currency|Subtotal|Taxes|Total) confirmed$');
    if part is not null then return '{"fieldConfirmed":{"_0":"' || former_field(part[1]) || '"}}'; end if;

    part := regexp_match(sentence, '^(Added|Removed) “([^“”]+)”: (-?[0-9.]+)$');
    if part is not null then
        return '{"item' || part[1] || '":{"amount":' || to_json(part[3]) || ',"name":'
            || former_value(part[2], 'item') || '}}';
    end if;

    part := regexp_match(sentence, '^“([^“”]+)” confirmed$');
    if part is not null then return '{"itemConfirmed":{"name":' || former_value(part[1], 'item') || '}}'; end if;
    part := regexp_match(sentence, '^“([^“”]+)”: another product$');
    if part is not null then
        return '{"itemOfAnotherProduct":{"name":' || former_value(part[1], 'item') || '}}';
    end if;
    part := regexp_match(sentence, '^“([^“”→]+)” (quantity|unit|unit price|amount|discount): ([^→]+) → ([^→]+)$');
    if part is not null then
        return '{"item":{"_1":"' || replace(part[2], 'unit price', 'unitPrice') || '","after":' || former_value(part[4])
            || ',"before":' || former_value(part[3]) || ',"name":' || former_value(part[1], 'item') || '}}';
    end if;
    -- “BRD”: BRD → Bread
    part := regexp_match(sentence, '^“([^“”→]+)”: ([^→]+) → ([^→]+)$');
    if part[1] = part[2] or (part[1] = 'item' and part[2] = 'none') then
        return '{"itemRenamed":{"after":' || former_value(part[3]) || ',"name":' || former_value(part[1], 'item') || '}}';
    end if;

    part := regexp_match(sentence, '^(Store found|New store): (.+)$');
    if part is not null then
        return '{"' || case part[1] when 'Store found' then 'storeFound' else 'storeCreated' end || '":{"store":'
            || to_json(part[2]) || '}}';
    end if;
    part := regexp_match(sentence, '^Product found for ([0-9]{1,9}) items?$');
    if part is not null then return '{"productsFound":{"_0":' || part[1]::bigint || '}}'; end if;
    return null;
end
$$;

update purchase_steps set changes = (
    select array_agg(case when change like '{%' then change else coalesce(former_code(change), change) end order by place)
    from unnest(changes) with ordinality as entries (change, place)
)
where exists (
    select from unnest(changes) as change where change not like '{%' and former_code(change) is not null
);

drop function former_code;
drop function former_value;
drop function former_field;
