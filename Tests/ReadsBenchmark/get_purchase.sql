-- What the budget service asks PostgreSQL for one GetPurchase, for pgbench. BudgetTests compare it with the service.
-- Each client reads a purchase of its own; the first transaction of each looks up which.
\if :is_known = 0
SELECT user_id AS user, purchase_id AS purchase, array[purchase_id]::text AS purchases FROM reads_benchmark.readers WHERE number = :client_id \gset
\set is_known 1
\endif
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT id, receipt_id, state, store_id, purchased_on, purchased_time, time_zone, currency, subtotal_minor,
    total_minor, recorded_at, version, review_fields, same_photo_receipt_id, duplicate_of, typed_in,
    suggested_currency, kind, recurring_id, CASE WHEN NOT EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = 'purchases' AND ended.column_name = 'store_name')
    THEN "purchases"."store_name" END AS "store_name", "purchases"."store_name_sealed", CASE WHEN NOT EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = 'purchases' AND ended.column_name = 'store_address')
    THEN "purchases"."store_address" END AS "store_address",
    "purchases"."store_address_sealed", CASE WHEN NOT EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = 'purchases' AND ended.column_name = 'known_store')
    THEN "purchases"."known_store" END AS "known_store", "purchases"."known_store_sealed", "purchases"."note_sealed",
    "purchases"."conflicts_sealed",
    NOT EXISTS (
        SELECT FROM purchases AS original WHERE original.user_id = purchases.user_id
            AND original.id = purchases.duplicate_of AND original.state <> 'discarded'
    ) AS is_original_gone,
    EXISTS (
        SELECT FROM purchases_to_match WHERE purchases_to_match.user_id = purchases.user_id
            AND purchases_to_match.purchase_id = purchases.id
    ) AS awaits_matching
FROM purchases WHERE user_id = :user AND id = :purchase;
SELECT purchase_id, id, product_id, category, category_symbol, quantity_thousandths, unit, unit_price_minor, amount_minor,
    discount_minor, needs_review, confidence, receipt_line, charge, CASE WHEN NOT EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = 'purchase_items' AND ended.column_name = 'product_name')
    THEN "purchase_items"."product_name" END AS "product_name",
    "purchase_items"."product_name_sealed", CASE WHEN NOT EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = 'purchase_items' AND ended.column_name = 'printed_text')
    THEN "purchase_items"."printed_text" END AS "printed_text", "purchase_items"."printed_text_sealed"
FROM purchase_items WHERE user_id = :user AND purchase_id = ANY(:purchases) ORDER BY purchase_id, position;
SELECT purchase_id, position, amount_minor, CASE WHEN NOT EXISTS (SELECT FROM sealed_columns AS ended WHERE ended.table_name = 'purchase_taxes' AND ended.column_name = 'label')
    THEN "purchase_taxes"."label" END AS "label", "purchase_taxes"."label_sealed"
FROM purchase_taxes WHERE user_id = :user AND purchase_id = ANY(:purchases) ORDER BY purchase_id, position;
COMMIT;
