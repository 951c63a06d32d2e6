-- When users last withdrew the consent to learn from their corrections: a correction whose consent was asked for before,
-- and which is written after, is not kept.
CREATE TABLE learning_withdrawals (
    user_id uuid NOT NULL PRIMARY KEY,
    -- By auth's clock, as the time since which a consent is given.
    withdrawn_at timestamptz NOT NULL
);
