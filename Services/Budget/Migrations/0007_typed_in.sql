-- Purchases that their owners typed in: nothing in them was read from a photo.

alter table purchases add column typed_in boolean not null default false;
