-- A long receipt has several photos.
ALTER TABLE receipt_images ADD COLUMN number integer NOT NULL DEFAULT 0 CHECK (number >= 0);
COMMENT ON COLUMN receipt_images.number IS 'from the top of the receipt to its end, counted from 0';
ALTER TABLE receipt_images DROP CONSTRAINT receipt_images_pkey;
ALTER TABLE receipt_images ADD PRIMARY KEY (user_id, receipt_id, number);

-- That a photo cannot be read is told once, however often it is tried or sent again.
ALTER TABLE receipts ADD COLUMN failure_told boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN receipts.image_hash IS 'SHA-256 of the photo; of the hashes of all where there are several';
COMMENT ON COLUMN receipts.failure_told IS 'whether notifications were told that it failed';
UPDATE receipts SET failure_told = true WHERE state = 'failed';
