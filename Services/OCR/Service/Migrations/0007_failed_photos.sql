-- Photos that could not be read wait for a retry, but not for ever.
ALTER TABLE receipts
    ADD COLUMN failed_at timestamptz,
    ADD COLUMN removes_photo_when_failed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN receipts.failed_at IS 'with failed: since when; null where the former version noted the failure';
COMMENT ON COLUMN receipts.removes_photo_when_failed IS 'whether the photo goes once it is known that retrying cannot help';
-- Counted from now on: their owners could not know that time was running.
UPDATE receipts SET failed_at = now() WHERE state = 'failed';
CREATE INDEX receipts_failed ON receipts ((coalesce(failed_at, uploaded_at))) WHERE state = 'failed';
