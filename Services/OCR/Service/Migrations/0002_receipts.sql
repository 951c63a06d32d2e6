-- The last number given out in each user's own queue. Its row is the lock under which a user's uploads take turns.
CREATE TABLE queue_numbers (
    user_id uuid PRIMARY KEY,
    last_number bigint NOT NULL DEFAULT 0
);

-- One row for each photo of a receipt; small, as the queue reads and rewrites it often.
CREATE TABLE receipts (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    queue_number bigint NOT NULL,
    state text NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'reading', 'parsing', 'saving', 'done', 'failed')),
    percent integer NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
    revision bigint NOT NULL DEFAULT 1,
    time_zone text NOT NULL,
    idempotency_key text,
    image_hash bytea NOT NULL,
    uploaded_at timestamptz NOT NULL DEFAULT now(),
    turn_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    claim uuid,
    claimed_by text,
    claimed_until timestamptz,
    purchase_id text,
    failure text,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, queue_number),
    CHECK ((state = 'done') = (purchase_id IS NOT NULL)),
    CHECK ((state = 'failed') = (failure IS NOT NULL))
);
COMMENT ON COLUMN receipts.revision IS 'counts up with every change that a watcher sees';
COMMENT ON COLUMN receipts.image_hash IS 'SHA-256 of the photo';
COMMENT ON COLUMN receipts.turn_at IS 'order of the queue: the time of upload, later for each photo its owner has waiting';
COMMENT ON COLUMN receipts.due_at IS 'not before this time';
COMMENT ON COLUMN receipts.attempts IS 'how often the present stage was begun; not counted when the service was at fault';
COMMENT ON COLUMN receipts.claim IS 'changes with each claim: a worker that has lost its claim can write nothing';
COMMENT ON COLUMN receipts.claimed_by IS 'the instance that works on it until claimed_until';

CREATE UNIQUE INDEX receipts_idempotency ON receipts (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX receipts_to_read ON receipts (turn_at) WHERE state IN ('queued', 'reading', 'parsing');
CREATE INDEX receipts_to_save ON receipts (due_at) WHERE state = 'saving';
CREATE INDEX receipts_claimed ON receipts (claimed_by) WHERE claimed_by IS NOT NULL;

-- Photos, as they were sent.
CREATE TABLE receipt_images (
    user_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (user_id, receipt_id),
    FOREIGN KEY (user_id, receipt_id) REFERENCES receipts (user_id, id) ON DELETE CASCADE
);
-- Photos are compressed already.
ALTER TABLE receipt_images ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Recognized words, kept between reading and parsing only.
CREATE TABLE receipt_pages (
    user_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    page bytea NOT NULL,
    PRIMARY KEY (user_id, receipt_id),
    FOREIGN KEY (user_id, receipt_id) REFERENCES receipts (user_id, id) ON DELETE CASCADE
);

-- What the receipts say.
CREATE TABLE receipt_readings (
    user_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    reading bytea NOT NULL,
    raw_text text NOT NULL,
    currency text,
    PRIMARY KEY (user_id, receipt_id),
    FOREIGN KEY (user_id, receipt_id) REFERENCES receipts (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN receipt_readings.reading IS 'a packed larder.ocr.v1.Reading';
COMMENT ON COLUMN receipt_readings.currency IS 'ISO 4217, when it is printed clearly';

-- Every change that a watcher sees gets a number and is announced: id, revision, state and per cent.
CREATE FUNCTION number_receipt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.state, NEW.percent) IS DISTINCT FROM (OLD.state, OLD.percent) THEN
        NEW.revision := OLD.revision + 1;
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION announce_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify(
        'receipts_' || TG_TABLE_SCHEMA,
        NEW.id || ' ' || NEW.revision || ' ' || NEW.state || ' ' || NEW.percent
    );
    RETURN NULL;
END
$$;

CREATE TRIGGER receipts_number BEFORE UPDATE ON receipts
    FOR EACH ROW EXECUTE FUNCTION number_receipt_change();
CREATE TRIGGER receipts_announce_new AFTER INSERT ON receipts
    FOR EACH ROW EXECUTE FUNCTION announce_receipt();
CREATE TRIGGER receipts_announce_change AFTER UPDATE ON receipts
    FOR EACH ROW WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION announce_receipt();
