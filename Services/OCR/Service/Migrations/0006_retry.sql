-- Some failures pass, and the same photo can be read another time; of others another photo is wanted.
ALTER TABLE receipts ADD COLUMN retry_may_help boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN receipts.retry_may_help IS 'with failed: whether trying the same photo again may help';
