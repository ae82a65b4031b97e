-- Extensions, change notifications, the form of searchable texts, rate limits, scheduled tasks, which data is demo data.
-- Every change of the schema is a migration after the last of these files.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Notifies every process which kind of public data changed, so that it clears its caches.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('twende_changed', tg_argv[0]);
  return null;
end $$;

-- One form of texts for all searches: `searchWords` of the contract brings what is typed to the same form. A telephone
-- number is found however it was typed: what the reader of the contract takes between digits is left out here too.
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
  -- A phone number is found without what stands between its digits, and without the zero of home after the code of a country.
  digits := regexp_replace(folded, E'([0-9][^0-9a-z]*)\\(0\\)', E'\\1', 'g');
  digits := regexp_replace(
    digits,
    E'(?<=[0-9])[][ .,;_~()/\u00b7\u2022\u2010-\u2015\u2212\u058a\u05be\u1400\u1806\u2e17\u2e1a\u2e3a\u2e3b\u301c\u3030\u30a0-]+(?=[0-9])',
    '', 'g'
  );
  return concat_ws(' ', folded, joined, case when digits <> folded then digits end);
end $$;

-- Counted requests per route and client, for rate limits. Rows of past windows are deleted by a scheduled task.
create unlogged table rate_limits (
  bucket text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

-- The last run of each scheduled task, so that only one of several processes runs it.
create table scheduled_task_runs (
  name text primary key,
  started_at timestamptz not null
);

-- At most one row: when seeding of the demo data began and finished.
create table demo_market (
  only_one boolean primary key default true,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint demo_market_has_one_row check (only_one)
);

-- Accounts, rental cars and products of the demo data. All other demo rows refer to these.
create table demo_rows (
  subject text not null,
  id uuid not null,
  constraint demo_row_is_unique primary key (subject, id),
  constraint demo_subject_is_known check (subject in ('accounts', 'cars', 'products'))
);
