-- Why a receipt failed is stored as a cause, and told in a sentence when it is read; failure is empty then. The former
-- version, which may run beside, writes and shows failure alone. Sentences that no cause has stay as they are.
ALTER TABLE receipts ADD COLUMN failure_cause text;
COMMENT ON COLUMN receipts.failure_cause IS 'with failed and an empty failure: the cause';
UPDATE receipts SET failure_cause = CASE failure
    WHEN 'The photo is too dark to be read. Please take it again in better light, or type the receipt in by hand.'
        THEN 'too_dark'
    WHEN 'The print is too small on the photo. Please go closer, so that the receipt fills the picture, or type the receipt in by hand.'
        THEN 'print_too_small'
    WHEN 'The print could not be made out: the photo is probably blurred. Please hold the camera still and take it again, or type the receipt in by hand.'
        THEN 'print_blurred'
    WHEN 'The print could not be made out: it may be faded, creased or badly lit. Please smooth the receipt and take the photo again in even light, or type the receipt in by hand.'
        THEN 'print_faded'
    WHEN 'The receipt is cut off at the border of the photo. Please take a photo of the whole receipt, or type the receipt in by hand.'
        THEN 'cut_off'
    WHEN 'No prices were found: this does not look like a receipt. Please take a photo of the whole receipt, or type the receipt in by hand.'
        THEN 'no_prices'
    WHEN 'No print was found on the photo: it may be too dark, or not show a receipt. Please take it again in good light, or type the receipt in by hand.'
        THEN 'dark_or_no_receipt'
    WHEN 'No print was found on the photo: something may cover the lens. Please take it again, or type the receipt in by hand.'
        THEN 'lens_covered'
    WHEN 'The photo is too blurred to be read. Please hold the camera still and take it again, or type the receipt in by hand.'
        THEN 'blurred'
    WHEN 'No print was found: the photo does not seem to show a receipt. Please take a photo of the receipt, or type the receipt in by hand.'
        THEN 'no_print'
    WHEN 'The photo is damaged and cannot be opened. Please take or choose it again.'
        THEN 'damaged'
    WHEN 'The photo needs too much memory to be read. Please send a smaller one, or type the receipt in by hand.'
        THEN 'needs_too_much_memory'
    WHEN 'Reading the photo took too long. Please try a sharper photo of the receipt alone, or type the receipt in by hand.'
        THEN 'took_too_long'
    WHEN 'Reading the photo failed. Please try again, or type the receipt in by hand.'
        THEN 'reading_failed'
    WHEN 'The photo could not be read. Please take it again, or type the receipt in by hand.'
        THEN 'never_finished'
    WHEN 'The photo is no longer stored. Please send it again.'
        THEN 'not_stored'
    WHEN 'The receipt was read, but it could not be saved. Please type it in by hand.'
        THEN 'not_saved'
END
WHERE failure IS NOT NULL;
UPDATE receipts SET failure = '' WHERE failure_cause IS NOT NULL;
