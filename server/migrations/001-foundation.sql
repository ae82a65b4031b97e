-- Extensions, change notifications, rate limits and scheduled tasks.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Counted requests per route and client, for rate limits. Rows of past windows are deleted by a scheduled task.
create unlogged table rate_limits (
  bucket text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

-- Notifies every process which kind of public data changed, so that it clears its caches.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('twende_changed', tg_argv[0]);
  return null;
end $$;

-- The last run of each scheduled task, so that only one of several processes runs it.
create table scheduled_task_runs (
  name text primary key,
  started_at timestamptz not null
);
