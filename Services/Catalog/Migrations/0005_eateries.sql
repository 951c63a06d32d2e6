-- Places that sell meals.

create table eateries (
    id uuid primary key default gen_random_uuid(),
    -- Ties an eatery to its row in the reference data.
    slug text not null unique,
    name text not null check (length(name) between 1 and 200),
    kind text not null,
    address text not null,
    -- Empty off campus.
    campus text not null default '',
    latitude_microdegrees integer not null check (latitude_microdegrees between -90000000 and 90000000),
    longitude_microdegrees integer not null check (longitude_microdegrees between -180000000 and 180000000),
    time_zone text not null,
    phone text not null default '',
    dietary_tags text[] not null default '{}',
    -- Monday first: blank for unknown, neither open nor closed, 'closed', or intervals as '11:00-14:00;17:00-01:00', by
    -- the clock of the eatery's time zone.
    opening_hours text[] not null check (cardinality(opening_hours) = 7),
    created_at timestamptz not null default now(),
    withdrawn_at timestamptz
);

create index eateries_by_place on eateries (latitude_microdegrees, longitude_microdegrees);
