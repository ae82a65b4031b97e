import type pg from 'pg'

/** What else staff looks through: letters, mails, cars for sale that wait, reports, notes, and the audit log. */
export async function fillDeskQueues(client: pg.Client): Promise<void> {
  await fillLetters(client)
  await fillListingQueues(client)
  await fillAudit(client)
}

async function fillLetters(client: pg.Client) {
  await client.query(
    `insert into contact_messages (id, account_id, name, email, message, fingerprint, suspicious, created_at, answered_at)
     select pg_temp.id_at(at), c.id, c.name, c.email, repeat('Is the car still there, and may I see it on Saturday? ', 1 + n % 5),
       'desk ' || n, n % 30 = 0, at, case when n > 300 and n % 30 <> 0 then at + interval '1 day' end
     from generate_series(1, 20000) n join customers c on c.place = n
     cross join lateral (select now() - n * interval '70 minutes' as at) as sent`,
  )
  await client.query(
    `insert into notifications (id, account_id, channel, kind, recipient, params, dedupe_key, created_at, sent_at, attempts,
       next_attempt_at, last_error, given_up_at)
     select pg_temp.id_at(at), c.id, 'mail', 'refund_sent', c.email,
       jsonb_build_object('version', 1, 'name', 'Wanjiku', 'reference', 'BK' || n, 'amount', 4500, 'receipt', null,
         'note', repeat('We have your booking. ', 20)),
       'desk ' || n, at, case when n > 230 then at end, 8, now() + interval '2 days',
       case when n <= 230 then 'The mail server does not answer.' end, case when n <= 200 then at + interval '1 hour' end
     from generate_series(1, 150000) n join customers c on c.place = n % 40000
     cross join lateral (select now() - n * interval '9 minutes' as at) as written`,
  )
  await client.query(
    `insert into account_notes (account_id, at, written_by, what, note)
     select c.id, now() - n * interval '3 hours', k.id, 'note', 'Called about a late return.'
     from generate_series(1, 5000) n join customers c on c.place = case when n % 20 = 0 then 0 else n end
     cross join (select id from accounts where email like 'desk-keeper@%') as k`,
  )
}

async function fillListingQueues(client: pg.Client) {
  await client.query(
    `create temp table queued as
       select id, account_id, created_at, row_number() over (order by number) as n from listings
       where request_hash ~ '^[0-9a-f]{32}$' and status = 'active'`,
  )
  await client.query(
    `update listings set status = case when n % 90 = 0 then 'suspended' when n % 90 = 1 then 'draft' else status end,
       months = case when n % 90 = 1 then 0 else months end, months_due = 0,
       verified_at = case when n % 90 in (0, 1, 2) then null else verified_at end,
       live_at = case when n % 90 = 1 then null else live_at end,
       expires_at = case when n % 90 = 1 then null else expires_at end,
       paused_at = case when n % 90 in (0, 2) then now() end,
       review_reason = case when n % 90 = 2 then 'A photo of the logbook is missing.' else '' end,
       review_since = case when n % 90 in (2, 3) and n < 20000 then now() - n * interval '20 seconds' end,
       reported_at = case when n % 90 = 4 and n < 9000 then now() - n * interval '1 minute' end
     from queued where queued.id = listings.id and n % 90 < 5`,
  )
  await client.query(
    `insert into listing_reports (listing_id, reporter, network, slot, account_id, reason, note, at, closed_at)
     select q.id, 'desk ' || voice, 'desk ' || voice, 1, c.id, 'photos', 'The car in the pictures is another one.', q.created_at + voice * interval '1 hour',
       case when n >= 9000 then now() end
     from queued q cross join generate_series(1, 3) voice join customers c on c.place = (n * 3 + voice) % 40000
     where n % 90 = 4`,
  )
  await client.query(
    `insert into listing_history (listing_id, at, actor, code, params, status)
     select id, created_at + step * interval '2 hours', actor, code, params::jsonb, told from listings cross join lateral (values
       (0, 'owner', 'listed', '{}', 'pending_payment'), (1, 'payment', 'paid', '{"amount": 10000, "months": 12}', 'active'), (2, 'staff', 'verified', '{}', 'active')
     ) as event (step, actor, code, params, told) where request_hash ~ '^[0-9a-f]{32}$'`,
  )
}

async function fillAudit(client: pg.Client) {
  await client.query(
    `insert into audit_log (at, account_id, request_id, action, reason, subject, subject_id, before, after)
     select b.created_at + interval '5 minutes', s.id, gen_random_uuid()::text, 'POST /api/admin/booking/:bookingId/hand-over', '', 'bookings', b.id::text,
       jsonb_build_object('status', 'confirmed', 'handover', null),
       jsonb_build_object('status', 'active', 'handover', jsonb_build_object('km', b.total_amount, 'fuel', 'full', 'note', b.customer_info ->> 'lastName'))
     from (select *, row_number() over (order by created_at) as n from bookings where length(request_hash) = 32) as b
     join (select id, row_number() over (order by id) - 1 as at from accounts where role <> 'user') as s on s.at = n % 40
     order by b.created_at`,
  )
  await client.query(
    `insert into audit_log (at, account_id, request_id, action, reason, subject, subject_id, before, after)
     select l.created_at, s.id, gen_random_uuid()::text, 'POST /api/admin/listing/:listingId/verify', 'Looked at the log book', 'listings', l.id::text,
       jsonb_build_object('verified_at', null, 'review_since', l.created_at), jsonb_build_object('verified_at', l.created_at, 'review_since', null)
     from (select *, row_number() over (order by number) as n from listings where request_hash ~ '^[0-9a-f]{32}$') as l
     join (select id, row_number() over (order by id) - 1 as at from accounts where role <> 'user') as s on s.at = n % 40
     order by l.created_at`,
  )
}
