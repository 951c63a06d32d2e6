-- Photos are kept only where their owners let them, are downloaded, searched by their text, and noticed when they come
-- twice.

ALTER TABLE receipts
    ADD COLUMN keeps_photo boolean NOT NULL DEFAULT true,
    ADD COLUMN same_photo_as uuid;
COMMENT ON COLUMN receipts.keeps_photo IS 'whether the photo and its text stay once the purchase is recorded';
COMMENT ON COLUMN receipts.same_photo_as IS 'the earlier receipt of this user with the very same photo';

CREATE INDEX receipts_by_photo ON receipts (user_id, image_hash);

-- A user has at most some thousand receipts, which are found by the primary key and then compared one by one; an index
-- of all users' words would only be paid for.
ALTER TABLE receipt_readings
    ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('simple', raw_text)) STORED;

-- What was read, and what the owner said it is; kept only with the owner's consent.
CREATE TABLE learning_examples (
    user_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    field text NOT NULL,
    -- From 1: the item of the reading; 0 for what is no item's.
    receipt_line integer NOT NULL,
    -- Tells items apart that the reading doesn't have; empty otherwise.
    item text NOT NULL,
    printed_text text NOT NULL,
    read_as text NOT NULL,
    said text NOT NULL,
    said_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, receipt_id, field, receipt_line, item)
);
