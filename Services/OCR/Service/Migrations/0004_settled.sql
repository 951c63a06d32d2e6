-- Photos that their owners let be kept for as long as they check the purchase.
ALTER TABLE receipts ADD COLUMN removes_photo_when_settled boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN receipts.removes_photo_when_settled IS 'whether the photo goes once the purchase is confirmed or discarded';
