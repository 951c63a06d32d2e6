-- Entries of versions before 0003 become kinds and values, so that they are read in the reader's language: those that say what
-- a receipt became, and causes of failures in the words that still older versions had. An entry whose words are not
-- recognised keeps them. The former version, which may run beside, reads both.

create function former_content(message text) returns text language plpgsql immutable as $$
declare
    tail text[];
    heads text[];
    total text[];
    currency text;
    store text;
    json text;
begin
    -- <store>, <total>, <count> items. <count> to check. ...
    tail := regexp_match(
        message,
        '^(|.*, )([0-9]{1,9}) items?\.(?: ([0-9]{1,10}) to check\.)?( You seem to have this one already: keep or discard it\.)?$'
    );
    if tail is null then return null; end if;
    heads := string_to_array(left(tail[1], greatest(char_length(tail[1]) - 2, 0)), ', ');
    -- A currency that is not known has no symbol; its amounts have two decimals. A store's name is read as an amount only if
    -- it looks like one, and then the entry says the same as before.
    total := regexp_match(heads[cardinality(heads)], '^(-?)([^0-9,.]*)([0-9][0-9,]*)(?:\.([0-9]{2,4}))?$');
    currency := case
        when total[2] = '' and char_length(total[4]) = 2 then 'XXX'
        when total[2] ~ ('^[A-Z]{3}' || chr(160) || '$') then left(total[2], 3)
        else (
            select code
            from (values
                ('US$', 'USD', 2), ('CA$', 'CAD', 2), ('A$', 'AUD', 2), ('NZ$', 'NZD', 2), ('HK$', 'HKD', 2),
                ('S$', 'SGD', 2), ('NT$', 'TWD', 2), ('MX$', 'MXN', 2), ('R$', 'BRL', 2), ('€', 'EUR', 2),
                ('£', 'GBP', 2), ('¥', 'JPY', 0), ('CN¥', 'CNY', 2), ('₹', 'INR', 2), ('₩', 'KRW', 0), ('₫', 'VND', 0),
                ('₪', 'ILS', 2), ('₱', 'PHP', 2), ('₴', 'UAH', 2), ('₦', 'NGN', 2)
            ) as symbols (symbol, code, decimals)
            where symbol = total[2] and decimals = coalesce(char_length(total[4]), 0)
        )
    end;
    json := '';
    if currency is not null and char_length(total[3] || coalesce(total[4], '')) <= 20 then
        json := ',"total":{"currency":"' || currency || '","minorUnits":'
            || total[1] || (replace(total[3], ',', '') || coalesce(total[4], ''))::bigint || '}';
        heads := heads[:cardinality(heads) - 1];
    end if;
    store := array_to_string(heads, ', ');
    return '{"receiptReady":{"isDuplicate":' || (tail[4] is not null) || ',"items":' || tail[2]::bigint
        || ',"store":' || to_json(store) || ',"toCheck":' || coalesce(tail[3], '0')::bigint || json || '}}';
end
$$;

update notifications set title = '', message = '', content = found.content
from (
    select user_id, id, former_content(message) as content
    from notifications
    where content is null and kind = 'receipt_ready' and title = 'Receipt ready'
) as found
where notifications.user_id = found.user_id and notifications.id = found.id
    and char_length(found.content) between 2 and 2000;

update notifications set title = '', message = '', content = '{"receiptFailed":{"cause":"' || cause || '"}}'
from (values
    ('The receipt was read, but what it says could not be saved. Please type it in by hand.', 'not_saved'),
    ('Reading the photo took too long. Please try a sharper photo of the receipt alone.', 'took_too_long'),
    ('The print could not be made out: the photo is probably blurred or badly lit. Please take it again, or type the receipt in by hand.',
        'print_blurred')
) as causes (sentence, cause)
where notifications.content is null and notifications.kind = 'receipt_failed' and notifications.message = causes.sentence;

drop function former_content;
