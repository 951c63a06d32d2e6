-- Photos are encrypted under their owners' keys, in the background: the former version, which may run beside, reads and writes
-- them as they were sent.
ALTER TABLE receipt_images ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN receipt_images.is_sealed IS 'whether bytes is encrypted under the key of its owner';
CREATE INDEX receipt_images_unsealed ON receipt_images (user_id, receipt_id, number) WHERE NOT is_sealed;
