-- Expenditures: an amount that was spent on something, in the ledger beside purchases. What their owners note, and the categories
-- of items, by which the ledger is searched and summed up.

alter table purchases
    add column kind text not null default 'purchase' check (kind in ('purchase', 'expenditure')),
    add column note_sealed bytea;

alter table purchase_items
    -- The slug in catalog; empty where it is unknown.
    add column category text not null default '' check (category ~ '^[a-z0-9-]{0,40}$');

update purchase_items set category = known.category from (values
    ('🧺', 'produce'), ('🍎', 'fruit'), ('🥕', 'vegetables'), ('🥛', 'dairy'), ('🧀', 'cheese'), ('🍞', 'bakery'),
    ('🥩', 'meat'), ('🥓', 'deli'), ('🐟', 'fish'), ('🫘', 'plant-protein'), ('🍱', 'ready-meals'), ('🧊', 'frozen'),
    ('🍚', 'grains'), ('🥫', 'canned'), ('🧁', 'baking'), ('🥣', 'breakfast'), ('🍯', 'spreads'), ('🫒', 'condiments'),
    ('🧂', 'spices'), ('🥜', 'nuts-seeds'), ('🍿', 'snacks'), ('🍫', 'sweets'), ('🧃', 'drinks'), ('☕', 'coffee-tea'),
    ('🍷', 'alcohol'), ('🍼', 'baby'), ('🐾', 'pets'), ('🧽', 'household'), ('🧴', 'personal-care'), ('💊', 'health'),
    ('🛒', 'other')
) as known (symbol, category) where purchase_items.category_symbol = known.symbol;
