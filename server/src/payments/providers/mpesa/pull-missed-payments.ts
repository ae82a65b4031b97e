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
    const fresh = result.payments.filter(({ receipt }) => !seen.has(receipt))
    if (result.payments.length > 0 && fresh.length === 0) break
    for (const { receipt } of fresh) seen.add(receipt)
    if (result.unread > 0) deps.logger.warn({ rows: result.unread }, 'M-Pesa listed what cannot be read')
    added += await addMissed(deps, fresh)
    offset += result.rows
  }
  if (added > 0) deps.logger.info({ payments: added }, 'payments that no report reached were found')
  return added
}

async function addMissed(deps: AppDeps, payments: PulledPayment[]): Promise<number> {
  const known = await findReportedAmounts(
    deps.db,
    payments.map(({ receipt }) => receipt),
  )
  let added = 0
  for (const payment of payments) {
    const amount = Math.floor(payment.amount)
    if (known.has(payment.receipt) || amount < 1 || amount > MOST_SHILLINGS) continue
    const { receipt, billReference: reference, phone, payerName, paidAt, text } = payment
    const isNew = await addReportedMoney(deps, {
      receipt,
      amount,
      shortcode: deps.config.payments.mpesa.business.number,
      reference,
      phone,
      payerName,
      paidAt,
      text,
      now: deps.clock.now(),
    })
    if (isNew) added += 1
  }
  return added
}
