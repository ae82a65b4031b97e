-- A telephone number is found however it was typed: what the reader of the contract takes between digits is left out here too.
create or replace function searchable_text(given text) returns text language plpgsql immutable parallel safe as $$
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
  -- A phone number is found without what stands between its digits, and without the zero of home after the code of a country.
  digits := regexp_replace(folded, E'([0-9][^0-9a-z]*)\\(0\\)', E'\\1', 'g');
  digits := regexp_replace(
    digits,
    E'(?<=[0-9])[][ .,;_~()/\u00b7\u2022\u2010-\u2015\u2212\u058a\u05be\u1400\u1806\u2e17\u2e1a\u2e3a\u2e3b\u301c\u3030\u30a0-]+(?=[0-9])',
    '', 'g'
  );
  return concat_ws(' ', folded, joined, case when digits <> folded then digits end);
end $$;

-- Only numbers that were typed in such a way get another text; nothing else of these rows changes.
alter table bookings disable trigger user;
update bookings set reference = reference
  where customer_info ->> 'phone' ~ E'[^0-9+ ()./\u00b7\u2010-\u2015\u2212-]|\\(0\\)';
alter table bookings enable trigger user;
alter table orders disable trigger user;
update orders set address = address
  where address ->> 'phone' ~ E'[^0-9+ ()./\u00b7\u2010-\u2015\u2212-]|\\(0\\)';
alter table orders enable trigger user;
