-- What the budget service asks PostgreSQL for one GetPurchase, for pgbench. BudgetTests compare it with the service.
-- Each client reads a purchase of its own; the first transaction of each looks up which.
\if :is_known = 0
SELECT user_id AS user, purchase_id AS purchase, array[purchase_id]::text AS purchases FROM reads_benchmark.readers WHERE number = :client_id \gset
\set is_known 1
\endif
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT id, receipt_id, state, store_id, store_name, purchased_on, purchased_time, time_zone, currency, subtotal_minor,
    total_minor, recorded_at, version, store_address, known_store, review_fields, same_photo_receipt_id,
    duplicate_of, typed_in, suggested_currency,
    NOT EXISTS (
        SELECT FROM purchases AS original WHERE original.user_id = purchases.user_id
            AND original.id = purchases.duplicate_of AND original.state <> 'discarded'
    ) AS is_original_gone,
    EXISTS (
        SELECT FROM purchases_to_match WHERE purchases_to_match.user_id = purchases.user_id
            AND purchases_to_match.purchase_id = purchases.id
    ) AS awaits_matching
FROM purchases WHERE user_id = :user AND id = :purchase;
SELECT purchase_id, id, product_id, product_name, category_symbol, printed_text, quantity_thousandths, unit,
    unit_price_minor, amount_minor, discount_minor, needs_review, confidence, receipt_line, charge
FROM purchase_items WHERE user_id = :user AND purchase_id = ANY(:purchases) ORDER BY purchase_id, position;
SELECT purchase_id, label, amount_minor
FROM purchase_taxes WHERE user_id = :user AND purchase_id = ANY(:purchases) ORDER BY purchase_id, position;
COMMIT;
