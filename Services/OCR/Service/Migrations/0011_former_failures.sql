-- Sentences of failures that versions before 0009 stored in other words become causes. What is not recognised stays.
UPDATE receipts SET failure = '', failure_cause = causes.cause
FROM (VALUES
    ('This receipt could not be read. Please try another photo.', 'unknown'),
    ('The receipt was read, but what it says could not be saved. Please type it in by hand.', 'not_saved'),
    ('Reading the photo took too long. Please try a sharper photo of the receipt alone.', 'took_too_long'),
    ('The print could not be made out: the photo is probably blurred or badly lit. Please take it again, or type the receipt in by hand.',
        'print_blurred'),
    ('The photo is damaged: its size cannot be read. Please take or choose it again.', 'damaged'),
    ('The photo is incomplete: its end is missing. Please send it again.', 'damaged')
) AS causes (sentence, cause)
WHERE receipts.failure = causes.sentence;
