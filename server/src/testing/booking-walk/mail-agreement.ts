import { sql } from 'kysely'
import { expect } from 'vitest'
import { composeText } from '../../notifications/compose-text.ts'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import type { RentalWalk } from './rental-walk.ts'

type Mail = { id: string; kind: string; params: Record<string, unknown>; locale: string }
type Told = {
  bookingId?: string
  reference?: string
  refund?: number
  owed?: number
  held?: number
  amount?: number
}

/** Each mail since the last act is true now: what it says of a booking is how that stands, and its amounts are the ledger's. */
export async function expectMails(walk: RentalWalk): Promise<void> {
  const { rows } = await sql<Mail>`
    select id, kind, params, locale from notifications where id > ${walk.seenMail}::uuid order by id`.execute(
    walk.market.db,
  )
  for (const mail of rows) {
    walk.seenMail = mail.id
    expect(composeText(mail).subject).not.toBe('')
    const booking = await findTold(walk, mail.params as Told)
    if (booking) await expectTrue(walk, mail, booking)
  }
}

type Row = {
  id: string
  status: string
  ends_at: Date
  starts_at: Date
  cancelled_by: string | null
  returned_at: Date | null
  due: number
  deposit_due: number
  deposit_id: string | null
}

/** By its id where the mail has one: the number of a booking that ended may belong to another one by now. */
async function findTold({ market }: RentalWalk, { bookingId, reference }: Told): Promise<Row | undefined> {
  if (!reference) return undefined
  const { rows } = await sql<Row>`
    select b.id, b.status, ends_at, starts_at, cancelled_by, returned_at, d.id as deposit_id,
      (select coalesce(sum(r.amount), 0)::int from refunds as r where r.payable_id = b.id and r.status = 'due') as due,
      (select coalesce(sum(r.amount), 0)::int from refunds as r where r.payable_id = d.id and r.status = 'due') as deposit_due
    from bookings as b left join deposits as d on d.booking_id = b.id
    where case when ${bookingId ?? null}::uuid is null then reference = ${reference} else b.id = ${bookingId ?? null}::uuid end
    order by b.id desc limit 1`.execute(market.db)
  return rows[0]
}

async function expectTrue({ market }: RentalWalk, { kind, params }: Mail, booking: Row): Promise<void> {
  const now = market.clock.now()
  const { refund, owed, held } = params as Told
  const agree = (isTrue: boolean) =>
    expect(isTrue, `${kind} is true: ${JSON.stringify({ params, booking })}`).toBe(true)
  const balance = await findBalance(market.db, { type: 'booking', id: booking.id })
  const owedNow = Math.max(0, balance.receivable - balance.unapplied)
  if (kind === 'booking_confirmed') agree(booking.status === 'confirmed')
  if (kind === 'booking_expired') agree(booking.status === 'cancelled' && booking.cancelled_by === 'clock')
  if (kind === 'booking_cancelled')
    agree(booking.status === 'cancelled' && (refund ?? 0) <= booking.due + booking.deposit_due)
  if (kind === 'booking_changed') agree((refund ?? 0) <= booking.due + booking.deposit_due)
  if (kind === 'booking_pickup_reminder') agree(booking.status === 'confirmed' && booking.ends_at > now)
  if (kind === 'booking_return_reminder') agree(booking.status === 'active' && booking.ends_at > now)
  if (kind === 'booking_overdue') agree(booking.status === 'active' && booking.ends_at <= now)
  if (kind === 'booking_cancelled') {
    const id = booking.deposit_id
    const deposit = id === null ? undefined : await findBalance(market.db, { type: 'deposit', id })
    agree(params.inReview === balance.suspense + (deposit?.suspense ?? 0))
  }
  // A decision that moves no money says nothing of what is owed.
  const isSilent = kind === 'booking_kept_part_decided' && params.withdrawn === 0
  if (owed !== undefined && !isSilent) agree(owed === owedNow)
  if (held !== undefined && booking.deposit_id) {
    const { price } = await findBalance(market.db, { type: 'deposit', id: booking.deposit_id })
    // What is not kept may be on its way back by now.
    agree(held === price || (kind === 'booking_deposit_kept' && held === price + booking.deposit_due))
  }
}
