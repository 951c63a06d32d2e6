-- What receipts say is encrypted under their owners' keys. What former versions have stored is in page, reading and raw_text until
-- it is encrypted in the background, and null afterwards.
ALTER TABLE receipt_pages
    ALTER COLUMN page DROP NOT NULL,
    ADD COLUMN page_sealed bytea,
    ADD CHECK (num_nonnulls(page, page_sealed) > 0);
ALTER TABLE receipt_pages ALTER COLUMN page_sealed SET STORAGE EXTERNAL;
COMMENT ON COLUMN receipt_pages.page_sealed IS 'the page, encrypted';
CREATE INDEX receipt_pages_unsealed ON receipt_pages (user_id, receipt_id) WHERE page IS NOT NULL;

-- Words are compared once they are decrypted: an index of them would tell what the texts say.
ALTER TABLE receipt_readings
    DROP COLUMN words,
    ALTER COLUMN reading DROP NOT NULL,
    ALTER COLUMN raw_text DROP NOT NULL,
    ADD COLUMN reading_sealed bytea,
    ADD COLUMN raw_text_sealed bytea,
    ADD CHECK (num_nonnulls(reading, reading_sealed) > 0);
ALTER TABLE receipt_readings
    ALTER COLUMN reading_sealed SET STORAGE EXTERNAL,
    ALTER COLUMN raw_text_sealed SET STORAGE EXTERNAL;
COMMENT ON COLUMN receipt_readings.reading_sealed IS 'a packed larder.ocr.v1.Reading, encrypted';
COMMENT ON COLUMN receipt_readings.raw_text_sealed IS 'the text, encrypted; null when it was removed with the photo';
CREATE INDEX receipt_readings_unsealed ON receipt_readings (user_id, receipt_id)
    WHERE raw_text IS NOT NULL OR reading IS NOT NULL;
