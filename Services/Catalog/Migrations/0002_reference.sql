-- Tables of figures that ship with Larder. Rows follow the files; their keys never change, and a row that its file no
-- longer has is withdrawn, not deleted, since others may refer to it.

create table reference_files (
    name text primary key,
    sha256 bytea not null check (length(sha256) = 32),
    loaded_at timestamptz not null default now()
);

create table categories (
    slug text primary key,
    name text not null,
    symbol text not null,
    parent_slug text references categories (slug),
    -- The place in the list that people see.
    position integer not null,
    withdrawn_at timestamptz,
    check (parent_slug <> slug)
);

create table abbreviations (
    abbreviation text primary key,
    meaning text not null,
    withdrawn_at timestamptz
);

-- Days from purchase, opening or thawing. A null is unknown, never zero.
create table shelf_lives (
    foodkeeper_id integer primary key,
    name text not null,
    subtitle text not null,
    category text not null,
    subcategory text not null,
    keywords text[] not null,
    pantry_minimum_days integer,
    pantry_maximum_days integer,
    fridge_minimum_days integer,
    fridge_maximum_days integer,
    freezer_minimum_days integer,
    freezer_maximum_days integer,
    pantry_after_opening_minimum_days integer,
    pantry_after_opening_maximum_days integer,
    fridge_after_opening_minimum_days integer,
    fridge_after_opening_maximum_days integer,
    fridge_after_thawing_minimum_days integer,
    fridge_after_thawing_maximum_days integer,
    pantry_note text not null default '',
    fridge_note text not null default '',
    freezer_note text not null default '',
    pantry_after_opening_note text not null default '',
    fridge_after_opening_note text not null default '',
    tips text not null default '',
    withdrawn_at timestamptz,
    check (pantry_minimum_days between 0 and pantry_maximum_days),
    check (fridge_minimum_days between 0 and fridge_maximum_days),
    check (freezer_minimum_days between 0 and freezer_maximum_days),
    check (pantry_after_opening_minimum_days between 0 and pantry_after_opening_maximum_days),
    check (fridge_after_opening_minimum_days between 0 and fridge_after_opening_maximum_days),
    check (fridge_after_thawing_minimum_days between 0 and fridge_after_thawing_maximum_days)
);

-- Per 100 g of edible food, whole in the unit of the name. A null is unknown, never zero.
create table nutrition (
    ndb_no text primary key check (ndb_no ~ '^[0-9]{5}$'),
    name text not null,
    food_group text not null,
    energy_kcal integer,
    protein_mg integer,
    fat_mg integer,
    saturated_fat_mg integer,
    carbohydrate_mg integer,
    fibre_mg integer,
    sugar_mg integer,
    sodium_mg integer,
    calcium_mg integer,
    iron_ug integer,
    potassium_mg integer,
    vitamin_a_ug integer,
    vitamin_c_ug integer,
    vitamin_d_ng integer,
    -- For solids with the air between the pieces.
    density_ug_per_ml integer check (density_ug_per_ml > 0),
    withdrawn_at timestamptz
);
