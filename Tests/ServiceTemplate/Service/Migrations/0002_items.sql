-- The revision of a user's list. Each change counts it up in its transaction, so that revisions are committed in order and
-- a watcher's cursor leaves nothing out.
CREATE TABLE lists (
    user_id uuid PRIMARY KEY,
    revision bigint NOT NULL CHECK (revision > 0)
);

CREATE TABLE items (
    user_id uuid NOT NULL REFERENCES lists (user_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    revision bigint NOT NULL,
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
    due_on date,
    is_done boolean NOT NULL DEFAULT false,
    -- Removed items stay, so that watchers learn of it and it can be undone.
    is_removed boolean NOT NULL DEFAULT false,
    -- Set by the daily reminder.
    is_due boolean NOT NULL DEFAULT false,
    -- Of an item that asks to check a purchase.
    purchase_id uuid,
    receipt_id uuid,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX items_changed ON items (user_id, revision);
CREATE INDEX items_of_purchase ON items (user_id, purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX items_to_remind ON items (due_on) WHERE NOT is_done AND NOT is_removed AND NOT is_due;

-- The changes of items, for undo.
CREATE TABLE item_revisions (
    user_id uuid NOT NULL,
    item_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 1),
    made_at timestamptz NOT NULL,
    changes text[] NOT NULL,
    before bytea,
    undoes bigint,
    undone_by bigint,
    automatic boolean NOT NULL,
    PRIMARY KEY (user_id, item_id, version),
    FOREIGN KEY (user_id, item_id) REFERENCES items (user_id, id) ON DELETE CASCADE
);

CREATE FUNCTION announce_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('lists_' || tg_table_schema, new.user_id || ' ' || new.revision);
    RETURN NULL;
END
$$;
CREATE TRIGGER lists_announce AFTER INSERT OR UPDATE ON lists FOR EACH ROW EXECUTE FUNCTION announce_list();
