import { showKsh } from '@twende/contract/money.ts'
import { sql } from 'kysely'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { Db } from '../../db/database.ts'
import {
  isNotificationKind,
  type NotificationKind,
  type NotificationParams,
  notificationKinds,
} from '../../notifications/notification-kinds.ts'
import { sendDueNotifications } from '../../notifications/send-notifications.ts'
import type { Firm } from './month-firm.ts'

/** A mail server, which keeps what arrives. */
export async function openPostOffice() {
  const arrived: ParsedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        arrived.push(mail)
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    arrived,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>

/** What a mail claims: an amount, and whether the ledger has it so at this moment. */
type Claim = { amount: number; what: string; isSo: boolean }

/** The money of a booking with its deposit, an order or a listing. */
type Money = {
  received: number
  owedBack: number
  held: number
  kept: number
  revenue: number
  /** What was owed back, sent and charged, one by one. */
  moves: { kind: string; account: string; amount: number }[]
}

async function moneyOf(db: Db, reference: string): Promise<Money> {
  const { rows: moves } = await sql<Money['moves'][number]>`
    with named as (
      select id from bookings where reference = ${reference}
      union all select deposits.id from deposits join bookings on bookings.id = booking_id where reference = ${reference}
      union all select id from deposits where 'DEP' || number = ${reference}
      union all select id from orders where 'ORD' || number = ${reference} or number::text = ${reference}
      union all select id from listings where 'CAR' || number = ${reference}
      union all select payable_id from payments where receipt = ${reference}
    )
    select t.kind, e.account, e.amount::bigint as amount
    from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    where e.payable_id in (select id from named) order by t.occurred_at`.execute(db)
  const of = (account: string, sign = 1) =>
    moves.filter((move) => move.account === account).reduce((sum, { amount }) => sum + sign * amount, 0)
  const isMoney = (account: string) => ['mpesa', 'cash', 'card', 'bank', 'cheque'].includes(account)
  const kept = moves.filter(({ kind, account }) => account === 'deposits' && kind.startsWith('deposit_'))
  return {
    moves,
    received: moves
      .filter(({ kind, account }) => isMoney(account) && kind !== 'refund_paid')
      .reduce((sum, { amount }) => sum + amount, 0),
    owedBack: of('refunds_payable', -1),
    held: of('deposits', -1),
    kept: kept.reduce((sum, { amount }) => sum + amount, 0),
    revenue: of('revenue:rental', -1) + of('revenue:shop', -1) + of('revenue:listing', -1),
  }
}

const goesBack = (amount: number, { owedBack }: Money): Claim => ({
  ...{ amount, what: 'goes back', isSo: owedBack >= amount },
})
const isHeld = (amount: number, { held }: Money): Claim => ({
  ...{ amount, what: 'is held', isSo: held >= amount },
})
const withdrawn = (
  { back = 0, heldAgain = 0 }: { back?: number | undefined; heldAgain?: number | undefined },
  money: Money,
) => [goesBack(back, money), isHeld(heldAgain, money)]
const hasMove = (money: Money, kind: string, amount: number) =>
  money.moves.some((move) => move.kind === kind && Math.abs(move.amount) === amount)

type Claims = { [Kind in NotificationKind]?: (params: NotificationParams[Kind], money: Money) => Claim[] }

/** What each kind of mail says of money. */
const claims: Claims = {
  payment_received: ({ amount }, money) => [{ amount, what: 'came', isSo: money.received >= amount }],
  refund_owed: ({ amount }, money) => [goesBack(amount, money)],
  refund_lowered: ({ amount }, money) => [goesBack(amount, money)],
  refund_sent: ({ amount, receipt }, money) => {
    const sent = money.moves.filter(({ kind, amount: moved }) => kind === 'refund_paid' && moved === -amount)
    return [
      {
        amount,
        what: 'was sent',
        isSo: sent.some(({ account }) => (account === 'mpesa') === (receipt !== null)),
      },
    ]
  },
  booking_cancelled: ({ refund }, money) => [goesBack(refund, money)],
  booking_changed: ({ refund, paid }, money) => [
    goesBack(refund, money),
    { amount: paid, what: 'came', isSo: money.received >= paid },
  ],
  order_cancelled: ({ refund }, money) => [goesBack(refund, money)],
  order_pieces_taken_off: ({ refund }, money) => [goesBack(refund, money)],
  booking_deposit_kept: ({ amount, held }, money) => [
    { amount, what: 'is kept', isSo: money.kept >= amount },
    { amount: held, what: 'is held', isSo: money.held + money.owedBack >= held },
  ],
  booking_deposit_released: ({ amount, isHeld: again }, money) => [
    again ? isHeld(amount, money) : goesBack(amount, money),
  ],
  booking_charge_decided: (params, money) => withdrawn(params, money),
  booking_kept_part_decided: (params, money) => withdrawn(params, money),
  booking_fine_decided: (params, money) => withdrawn(params, money),
  booking_fine_withdrawn: (params, money) => withdrawn(params, money),
  booking_fine_charged: ({ amount }, money) => [
    { amount, what: 'is charged', isSo: hasMove(money, 'charged', amount) },
  ],
  listing_payment_corrected: ({ amount }, money) => [
    { amount, what: 'counts', isSo: money.revenue === amount },
  ],
}

/** How what a mail is about is called: a booking, what was paid for, an order, or the code that paid a listing. */
function nameOf(params: unknown): string {
  const named = params as Partial<Record<'reference' | 'number' | 'code', string>> & {
    payable?: { reference: string }
  }
  return named.reference ?? named.payable?.reference ?? named.number ?? named.code ?? ''
}

/** Sends the mails that are due, and says which of them are not so at this moment; what was compared is counted by kind. */
export async function readPost(
  firm: Firm,
  { arrived }: PostOffice,
  counted: Map<string, number>,
): Promise<string[]> {
  const { db, deps, clock } = firm.market
  const before = arrived.length
  const waiting = await db
    .selectFrom('notifications')
    .select(['kind', 'params', 'recipient'])
    .where('sent_at', 'is', null)
    .execute()
  if (waiting.length === 0) return []
  await sendDueNotifications(deps, 'mail')
  const mails = arrived.slice(before)
  const wrong = mails.length === waiting.length ? [] : [`${waiting.length} were due, ${mails.length} arrived`]
  for (const { kind, params: stored, recipient } of waiting) {
    if (!isNotificationKind(kind)) continue
    const told = claims[kind] as ((params: unknown, money: Money) => Claim[]) | undefined
    if (!told) continue
    const params: unknown = notificationKinds[kind].document.read(stored)
    const reference = nameOf(params)
    const texts = mails
      .filter(({ to }) => JSON.stringify(to).includes(recipient))
      .map(({ subject, text }) => `${subject} ${text}`)
    for (const { amount, what, isSo } of told(params, await moneyOf(db, reference))) {
      if (amount === 0) continue
      counted.set(kind, (counted.get(kind) ?? 0) + 1)
      const isWritten = texts.some((text) =>
        text.replace(/\s+/g, ' ').includes(showKsh(amount).replace(/\s+/g, ' ')),
      )
      if (!isSo || !isWritten)
        wrong.push(
          `${kind} of ${reference}, ${clock.now().toISOString()}: ${amount} ${what}, so ${isSo}, written ${isWritten}`,
        )
    }
  }
  return wrong
}
