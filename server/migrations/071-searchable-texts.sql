-- One form of texts for all searches: `searchWords` of the contract brings what is typed to the same form.

create function searchable_text(given text) returns text language plpgsql immutable parallel safe as $$
declare
  folded text;
  words text[];
  joined text;
  digits text;
begin
  folded := regexp_replace(lower(normalize(coalesce(given, ''), NFKD)), E'[\u0300-\u036f]', '', 'g');
  folded := regexp_replace(
    folded,
    E'[''`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u2018\u2019\u201a\u201b\u2032\ua78c\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
    '', 'g'
  );
  folded := replace(replace(replace(translate(folded, 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  -- Two words of which one has at most two letters are also found written as one: CX-5 as cx5, X Trail as xtrail.
  words := regexp_split_to_array(trim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), ' ');
  select string_agg(words[place] || words[place + 1], ' ' order by place) into joined
  from generate_subscripts(words, 1) as place
  where place < cardinality(words) and least(length(words[place]), length(words[place + 1])) <= 2;
  -- A phone number is found without what stands between its digits.
  digits := regexp_replace(folded, E'(?<=[0-9])[ .()/\u00b7\u2010-\u2015\u2212-]+(?=[0-9])', '', 'g');
  return concat_ws(' ', folded, joined, case when digits <> folded then digits end);
end $$;

-- Generated columns are written anew; a view that shows one is made again as it was.
create procedure rewrite_search_text(table_name text, expression text) language plpgsql as $$
declare
  views text[];
  definitions text[];
begin
  select array_agg(found.name), array_agg(pg_get_viewdef(found.id)) into views, definitions
  from (
    select distinct v.oid as id, v.oid::regclass::text as name
    from pg_attribute a
    join pg_depend d on d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.refclassid = 'pg_class'::regclass
    join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
    join pg_class v on v.oid = r.ev_class
    where a.attrelid = table_name::regclass and a.attname = 'search_text'
  ) as found;
  for place in 1 .. coalesce(cardinality(views), 0) loop
    execute format('drop view %s', views[place]);
  end loop;
  execute format('alter table %I drop column search_text', table_name);
  execute format(
    'alter table %I add column search_text text not null generated always as (searchable_text(%s)) stored', table_name, expression
  );
  execute format('create index %I on %I using gin (search_text gin_trgm_ops)', table_name || '_by_search', table_name);
  for place in 1 .. coalesce(cardinality(views), 0) loop
    execute format('create view %s as %s', views[place], definitions[place]);
  end loop;
end $$;

call rewrite_search_text('accounts', $$ coalesce(name, '') || ' ' || email || ' ' || coalesce(phone, '') $$);
call rewrite_search_text('bookings', $$
  reference || ' ' || coalesce(customer_info ->> 'firstName', '') || ' ' || coalesce(customer_info ->> 'lastName', '')
  || ' ' || coalesce(customer_info ->> 'email', '') || ' ' || coalesce(car_snapshot ->> 'name', '')
  || ' ' || coalesce(customer_info ->> 'phone', '')
$$);
call rewrite_search_text('orders', $$
  'ORD' || number || ' ' || coalesce(address ->> 'firstName', '') || ' ' || coalesce(address ->> 'lastName', '')
  || ' ' || coalesce(address ->> 'email', '') || ' ' || coalesce(address ->> 'phone', '')
$$);
drop procedure rewrite_search_text;

create or replace function write_car_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create or replace function write_listing_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;
create or replace function write_product_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.name || ' ' || (select name from categories where id = new.category_id));
  return new;
end $$;

-- Rows as they are get the new text, and with it public listings and their words.
update cars set category_id = category_id
  where search_text <> searchable_text(name || ' ' || (select name from categories where id = category_id));
update products set category_id = category_id
  where search_text <> searchable_text(name || ' ' || (select name from categories where id = category_id));
update listings set category_id = category_id
  where search_text <> searchable_text(name || ' ' || (select name from categories where id = category_id));
