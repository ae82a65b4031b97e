-- Staff finds a listing by the phone number that its buyers call, also by a part of it.
create index listings_by_contact_phone on listings using gin (contact_phone gin_trgm_ops);
