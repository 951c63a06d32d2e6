-- Where people can order from each other. Places that users search from are never stored.

create table operating_areas (
    id uuid primary key default gen_random_uuid(),
    name text not null unique check (length(name) between 1 and 100),
    -- IANA name of the zone by which the area's clocks go.
    time_zone text not null,
    latitude_microdegrees integer not null check (latitude_microdegrees between -90000000 and 90000000),
    longitude_microdegrees integer not null check (longitude_microdegrees between -180000000 and 180000000),
    radius_metres integer not null check (radius_metres between 1 and 200000),
    enabled boolean not null default true
);

-- The invented town that Larder is shown with.
insert into operating_areas (name, time_zone, latitude_microdegrees, longitude_microdegrees, radius_metres)
values ('Fernhollow', 'America/Vancouver', 49604000, -119675000, 10000);
