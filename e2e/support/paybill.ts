import { createHmac, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { call, marketAddress } from './market.ts'
import type { Person } from './people.ts'

/** Of the simulated M-Pesa. */
const PAYBILL = '174379'
const NAIROBI_MS = 3 * 3_600_000
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of M-Pesa of today that no payment has. */
export function newMpesaCode(): string {
  const rest = Array.from({ length: 7 }, () => LETTERS[randomInt(LETTERS.length)])
  return codeBeginning(nairobiDay(new Date())) + rest.join('')
}

type Paid = { amount: number; reference: string; code?: string; name?: string }

/** Somebody pays at our paybill with this reference, and M-Pesa reports it. Answers the code. */
export async function payAtPaybill({ amount, reference, code = newMpesaCode(), name = 'OTIENO' }: Paid) {
  const folder = join(process.env.E2E_FOLDER ?? '', 'data')
  const secret = (await readFile(join(folder, 'token-secret'), 'utf8')).trim()
  const address = createHmac('sha256', secret).update('twende c2b address').digest('hex')
  const nairobi = new Date(Date.now() + NAIROBI_MS)
  const told = {
    TransactionType: 'Pay Bill',
    TransID: code,
    TransTime: nairobi.toISOString().replace(/\D/g, '').slice(0, 14),
    TransAmount: `${amount}.00`,
    BusinessShortCode: PAYBILL,
    BillRefNumber: reference,
    MSISDN: '2547 ***** 126',
    FirstName: name,
  }
  const answer = await fetch(`${marketAddress}/api/hooks/c2b/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(told),
  })
  if (!answer.ok) throw new Error(`the market took no message of M-Pesa: ${answer.status}`)
  return code
}

/** Waits until staff sees this money among what matches nothing. */
export async function waitUntilUnmatched(code: string, staff: Pick<Person, 'token'>): Promise<void> {
  const query = { queue: 'unmatched' as const, search: code }
  await expect
    .poll(async () => (await call('GET /api/admin/payments', { query }, staff)).pagination.total)
    .toBe(1)
}
