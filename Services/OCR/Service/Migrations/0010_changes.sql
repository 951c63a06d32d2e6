-- Which of a user's receipts have changed, and in which transaction last, for those who watch their list: a row for each
-- receipt, also of one that was removed. Receipts without a row have not changed since there is this table.
CREATE TABLE receipt_changes (
    user_id uuid NOT NULL,
    row_id uuid NOT NULL,
    changed_in xid8 NOT NULL,
    removed_at timestamptz,
    PRIMARY KEY (user_id, row_id)
);
COMMENT ON COLUMN receipt_changes.row_id IS 'the receipt';
COMMENT ON COLUMN receipt_changes.removed_at IS 'null unless the receipt was removed';

CREATE INDEX receipt_changes_latest ON receipt_changes (user_id, changed_in, row_id);
CREATE INDEX receipt_changes_removed ON receipt_changes (removed_at) WHERE removed_at IS NOT NULL;

CREATE FUNCTION announce_receipt_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('receipt_changes_' || TG_TABLE_SCHEMA, NEW.user_id || ' ' || NEW.changed_in);
    RETURN NULL;
END
$$;

CREATE TRIGGER receipt_changes_announce AFTER INSERT OR UPDATE ON receipt_changes
    FOR EACH ROW EXECUTE FUNCTION announce_receipt_changes();

CREATE FUNCTION note_receipt_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO receipt_changes (user_id, row_id, changed_in, removed_at)
    SELECT user_id, id, pg_current_xact_id(), CASE WHEN TG_OP = 'DELETE' THEN now() END
    FROM changed_rows ORDER BY user_id, id
    ON CONFLICT (user_id, row_id) DO UPDATE SET changed_in = excluded.changed_in, removed_at = excluded.removed_at;
    RETURN NULL;
END
$$;

CREATE TRIGGER receipts_note_insert AFTER INSERT ON receipts
    REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_receipt_changes();
CREATE TRIGGER receipts_note_delete AFTER DELETE ON receipts
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_receipt_changes();

-- The queue writes claims and due times that no list shows.
CREATE FUNCTION note_receipt_updates() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO receipt_changes (user_id, row_id, changed_in)
    SELECT user_id, id, pg_current_xact_id()
    FROM changed_rows AS present JOIN former_rows AS former USING (user_id, id)
    WHERE (
        present.state, present.percent, present.purchase_id, present.failure, present.failure_cause, present.retry_may_help,
        present.same_photo_as
    ) IS DISTINCT FROM (
        former.state, former.percent, former.purchase_id, former.failure, former.failure_cause, former.retry_may_help,
        former.same_photo_as
    )
    ORDER BY user_id, id
    ON CONFLICT (user_id, row_id) DO UPDATE SET changed_in = excluded.changed_in, removed_at = NULL;
    RETURN NULL;
END
$$;

CREATE TRIGGER receipts_note_update AFTER UPDATE ON receipts
    REFERENCING OLD TABLE AS former_rows NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION note_receipt_updates();

-- A list says how many photos are stored. They are added with their receipt; of those that are removed together with it, nothing
-- is noted here.
CREATE FUNCTION note_photo_removals() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO receipt_changes (user_id, row_id, changed_in)
    SELECT DISTINCT receipts.user_id, receipts.id, pg_current_xact_id()
    FROM changed_rows JOIN receipts ON receipts.user_id = changed_rows.user_id AND receipts.id = changed_rows.receipt_id
    ORDER BY receipts.user_id, receipts.id
    ON CONFLICT (user_id, row_id) DO UPDATE SET changed_in = excluded.changed_in, removed_at = NULL;
    RETURN NULL;
END
$$;

CREATE TRIGGER receipt_images_note_delete AFTER DELETE ON receipt_images
    REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_photo_removals();
