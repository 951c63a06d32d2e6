-- Corrections are encrypted under their users' keys, and so is the item that tells them apart, which is found by its hash. What a
-- value is bound to is a number of the row's own, since hashes of former rows come later than the rows.
ALTER TABLE learning_examples DROP CONSTRAINT learning_examples_pkey;
ALTER TABLE learning_examples
    ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
    ALTER COLUMN item DROP NOT NULL,
    ALTER COLUMN printed_text DROP NOT NULL,
    ALTER COLUMN read_as DROP NOT NULL,
    ALTER COLUMN said DROP NOT NULL,
    ADD COLUMN item_sealed bytea,
    ADD COLUMN item_hash bytea,
    ADD COLUMN printed_text_sealed bytea,
    ADD COLUMN read_as_sealed bytea,
    ADD COLUMN said_sealed bytea,
    ADD PRIMARY KEY (user_id, id);
COMMENT ON COLUMN learning_examples.item_hash IS 'a keyed hash of the item; null until it is encrypted';

-- The first keeps rows that are not encrypted yet apart. A former version cannot read what this one stores.
CREATE UNIQUE INDEX learning_examples_by_item ON learning_examples (user_id, receipt_id, field, receipt_line, item);
CREATE INDEX learning_examples_unsealed ON learning_examples (user_id, id)
    WHERE item IS NOT NULL OR printed_text IS NOT NULL OR read_as IS NOT NULL OR said IS NOT NULL;
