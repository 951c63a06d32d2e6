-- Entries are stored as their kind and values, and told in words when they are read; title and message are empty then. The
-- former version, which may run beside, writes and shows title and message alone. The words of entries that it made stay,
-- except for causes of failures: amounts can't be told from words in every currency.

alter table notifications
    add column content text check (char_length(content) between 2 and 2000),
    drop constraint notifications_title_check,
    drop constraint notifications_message_check,
    add constraint notifications_title_check check (char_length(title) between (content is null)::integer and 100),
    add constraint notifications_message_check check (char_length(message) between (content is null)::integer and 200);

update notifications set title = '', message = '', content = '{"receiptFailed":{"cause":"' || cause || '"}}'
from (values
    ('The photo is too dark to be read. Please take it again in better light, or type the receipt in by hand.',
        'too_dark'),
    ('The print is too small on the photo. Please go closer, so that the receipt fills the picture, or type the receipt in by hand.',
        'print_too_small'),
    ('The print could not be made out: the photo is probably blurred. Please hold the camera still and take it again, or type the receipt in by hand.',
        'print_blurred'),
    ('The print could not be made out: it may be faded, creased or badly lit. Please smooth the receipt and take the photo again in even light, or type the receipt in by hand.',
        'print_faded'),
    ('The receipt is cut off at the border of the photo. Please take a photo of the whole receipt, or type the receipt in by hand.',
        'cut_off'),
    ('No prices were found: this does not look like a receipt. Please take a photo of the whole receipt, or type the receipt in by hand.',
        'no_prices'),
    ('No print was found on the photo: it may be too dark, or not show a receipt. Please take it again in good light, or type the receipt in by hand.',
        'dark_or_no_receipt'),
    ('No print was found on the photo: something may cover the lens. Please take it again, or type the receipt in by hand.',
        'lens_covered'),
    ('The photo is too blurred to be read. Please hold the camera still and take it again, or type the receipt in by hand.',
        'blurred'),
    ('No print was found: the photo does not seem to show a receipt. Please take a photo of the receipt, or type the receipt in by hand.',
        'no_print'),
    ('The photo is damaged and cannot be opened. Please take or choose it again.',
        'damaged'),
    ('The photo needs too much memory to be read. Please send a smaller one, or type the receipt in by hand.',
        'needs_too_much_memory'),
    ('Reading the photo took too long. Please try a sharper photo of the receipt alone, or type the receipt in by hand.',
        'took_too_long'),
    ('Reading the photo failed. Please try again, or type the receipt in by hand.',
        'reading_failed'),
    ('The photo could not be read. Please take it again, or type the receipt in by hand.',
        'never_finished'),
    ('The photo is no longer stored. Please send it again.',
        'not_stored'),
    ('The receipt was read, but it could not be saved. Please type it in by hand.',
        'not_saved'),
    ('This receipt could not be read. Please try another photo.',
        'unknown')
) as causes (sentence, cause)
where notifications.kind = 'receipt_failed' and notifications.message = causes.sentence;
