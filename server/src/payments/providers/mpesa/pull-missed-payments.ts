import type { AppDeps } from '../../../deps.ts'
import { addReportedMoney } from './add-reported-money.ts'
import { MOST_SHILLINGS } from './daraja-messages.ts'
import type { PulledPayment } from './read-pull-answer.ts'
import { findReportedAmounts } from './statement-store.ts'

/** Daraja lists the payments of the last 48 hours; an hour less, because clocks differ. */
const WINDOW_MS = 47 * 3_600_000

/** No firm has so many pages in two days; an answer that never ends is not followed for ever. */
const MOST_PAGES = 200

/**
 * Asks M-Pesa for the payments whose report never reached us, and adds each once, as if it were reported now. Does nothing unless
 * Safaricom has enabled Pull Transactions for the business. Returns how many were added.
 */
export async function pullMissedPayments(deps: AppDeps, stopping?: AbortSignal): Promise<number> {
  const { mpesa } = deps.gateways
  if (mpesa.pullNumber === undefined) return 0
  const to = deps.clock.now()
  const from = new Date(to.getTime() - WINDOW_MS)
  const seen = new Set<string>()
  let offset = 0
  let added = 0
  for (let page = 0; page < MOST_PAGES && !stopping?.aborted; page += 1) {
    const result = await mpesa.pull({ from, to, offset })
    if (result.kind === 'unreachable' || result.rows === 0) break
    // An answer that has nothing else than the ones before does not follow the offset.
    const fresh = result.payments.filter(({ receipt }) => !seen.has(receipt))
    if (result.payments.length > 0 && fresh.length === 0) break
    for (const { receipt } of fresh) seen.add(receipt)
    if (result.unread > 0) deps.logger.warn({ rows: result.unread }, 'M-Pesa listed what cannot be read')
    added += await addMissed(deps, fresh, from)
    offset += result.rows
  }
  if (added > 0) deps.logger.info({ payments: added }, 'payments that no report reached were found')
  return added
}

async function addMissed(deps: AppDeps, payments: PulledPayment[], from: Date): Promise<number> {
  const known = await findReportedAmounts(
    deps.db,
    payments.map(({ receipt }) => receipt),
  )
  let added = 0
  for (const payment of payments.filter(({ receipt }) => !known.has(receipt))) {
    // One that fails keeps no other waiting; it is asked for again.
    const isNew = await addOne(deps, payment, from).catch((error: unknown) => {
      deps.logger.error({ err: error }, 'a payment that M-Pesa listed was not added; it is asked for again')
      return false
    })
    if (isNew) added += 1
  }
  return added
}

async function addOne(deps: AppDeps, payment: PulledPayment, from: Date): Promise<boolean> {
  const amount = Math.floor(payment.amount)
  const { receipt, billReference: reference, phone, payerName, paidAt, text } = payment
  const now = deps.clock.now()
  // A time of another zone may be some hours ahead; what is further away is not what was asked for.
  const isAsked = paidAt === null || (paidAt >= from && paidAt.getTime() <= now.getTime() + 86_400_000)
  if (!isAsked || amount < 1 || amount > MOST_SHILLINGS) {
    deps.logger.warn({ receipt }, 'M-Pesa listed a payment of another time or of no whole shilling')
    return false
  }
  const shortcode = deps.config.payments.mpesa.business.number
  return addReportedMoney(deps, {
    receipt,
    amount,
    shortcode,
    reference,
    phone,
    payerName,
    paidAt,
    text,
    now,
  })
}
