import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, nairobiDay } from '../calendar-day.ts'
import { isPayment, type MpesaMessage, readMpesaMessage } from './mpesa-message.ts'
import { withoutBalance } from './mpesa-message-balance.ts'
import { codeBeginning, mpesaProblemWords, mpesaWarnings } from './mpesa-message-warnings.ts'

const payTo = { names: ['Demo Motors'], numbers: ['0700 000 111', '543210'] }
const now = new Date('2026-07-10T09:00:00+03:00')

function read(text: string): MpesaMessage {
  const message = readMpesaMessage(text)
  if (!message.read) throw new Error(`not read: ${message.problem}`)
  return message
}
const paid = (to: string, { code = 'UG9QX4T7LM', amount = '2,000.00', when = '9/7/26 at 2:33 PM' } = {}) =>
  `${code} Confirmed. Ksh${amount} sent to ${to} on ${when}.`
const doubts = (text: string, amount?: number) => mpesaWarnings(read(text), { payTo, amount, text }, now)

test('a payment to us, of yesterday, with the right amount raises no doubt', () => {
  for (const to of [
    'DEMO MOTORS 0700000111',
    'DEMO  MOTORS',
    'DEMO MOTORS LTD',
    'DEMO MOTORS 2',
    'A NAME 0700***111',
  ]) {
    expect(doubts(paid(to), 2_000), to).toEqual([])
  }
  expect(doubts('UG9QX4T7LM Confirmed. Ksh2,000.00 paid to DEMO MOTORS 2. on 9/7/26 at 2:33 PM.')).toEqual([])
  expect(doubts(paid('DEMO MOTORS for account CAR1001'))).toEqual([])
})

test.each([
  [paid('SANDRA SIRMA 0723000873'), ['other_recipient']],
  [paid('DEMO MOTORSPORT'), ['other_recipient']],
  [paid('DEMO'), ['other_recipient']],
  [paid('NOT DEMO MOTORS'), ['other_recipient']],
  [paid('A NAME 0700***112'), ['other_recipient']],
  [paid('DEMO MOTORS', { amount: '4,500.00' }), ['other_amount']],
  [paid('DEMO MOTORS', { amount: '2,000.50' }), ['other_amount']],
  [paid('DEMO MOTORS', { code: 'UF9QX4T7LM', when: '9/6/26 at 2:33 PM' }), ['old']],
  [paid('DEMO MOTORS', { code: 'UGBQX4T7LM', when: '11/7/26 at 2:33 PM' }), ['future']],
  [paid('DEMO MOTORS', { code: 'UGAQX4T7LM' }), ['code_date']],
  [paid('DEMO MOTORS', { code: 'QGH7ABC123' }), ['code_date']],
  [paid('DEMO MOTORS', { when: '31/2/26 at 2:33 PM' }), ['no_date']],
  ['UG9QX4T7LM Confirmed. You have received Ksh2,000.00 from JANE W on 9/7/26 at 2:33 PM', ['received']],
  ['UG9QX4T7LM confirmed. You bought Ksh2,000.00 of airtime on 9/7/26 at 2:33 PM', ['not_a_payment']],
  ['UG9QX4T7LM Confirmed. You gave Ksh2,000.00 to DEMO MOTORS on 9/7/26 at 2:33 PM', ['unknown_wording']],
  [`${paid('DEMO MOTORS')} ${paid('DEMO MOTORS')}`, ['several']],
  [`${paid('DEMO MOTORS')} New M-PESA balance is *LOCKED*.`, ['locked']],
])('%j raises %j', (text, warnings) => {
  expect(doubts(text, 2_000)).toEqual(warnings)
})

test('where nobody said who should be paid, every recipient will do', () => {
  const message = read(paid('SANDRA SIRMA 0723000873'))
  expect(mpesaWarnings(message, { payTo: { names: [], numbers: [] } }, now)).toEqual([])
})

describe.each([
  ['UTC', 0],
  ['Africa/Nairobi', -180],
  ['America/Los_Angeles', 420],
])('with the machine in %s', (zone, offset) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test('the machine really is there', () => {
    expect(new Date('2026-07-10T12:00:00Z').getTimezoneOffset()).toBe(offset)
  })

  test.each([
    ['UG9QXAXODW', '2026-07-09'],
    ['UG7QXAORJU', '2026-07-07'],
    ['UGJQX06L8X', '2026-07-19'],
    ['UIUAB8L07F', '2026-09-30'],
    ['UJ1C68SPRQ', '2026-10-01'],
    ['UJ2H08M4M3', '2026-10-02'],
    ['QAI1S35S7Z', '2022-01-18'],
    ['RAQ788BUHD', '2023-01-26'],
    ['TCH01GAG8Y', '2025-03-17'],
    ['UF7MKM7FTT', '2026-06-07'],
  ])('the code %s was made on %s', (code, day) => {
    expect(code.slice(0, 3)).toBe(codeBeginning(day))
  })

  test('whatever is paid is read again, to the cent and to the minute, and so it is once the balance is cut out', () => {
    fc.assert(
      fc.property(anyPayment, ({ text, told, secrets }) => {
        const message = read(text)
        expect(message).toMatchObject(told)
        expect(mpesaWarnings(message, { payTo: { names: [], numbers: [] } }, told.paidAt)).toEqual([])
        const cut = withoutBalance(text)
        expect(readMpesaMessage(cut)).toEqual(message)
        for (const secret of secrets) expect(cut).not.toContain(secret)
        expect(withoutBalance(cut)).toBe(cut)
      }),
      { numRuns: 500 },
    )
  })
})

const upper = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codeEnd = fc
  .array(fc.constantFrom(...upper, ...'0123456789'), { minLength: 7, maxLength: 7 })
  .map((characters) => characters.join(''))
const name = fc
  .array(fc.constantFrom('JANE', "NG'ENO", 'F.M', 'STORES', 'MOTORS 2', 'WANJIKU'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '))
const group = (cents: number) =>
  `${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`
const gap = fc.constantFrom(' ', '  ', '\n', '\u00a0')

const anyPayment = fc
  .record({
    day: fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2007-01-01', days)),
    minute: fc.integer({ min: 0, max: 1439 }),
    codeEnd,
    name,
    phone: fc.option(
      fc.integer({ min: 0, max: 99_999_999 }).map((number) => `07${String(number).padStart(8, '0')}`),
    ),
    cents: fc.integer({ min: 1, max: 25_000_000 }),
    // Not to be found by chance in a code, a phone or an amount.
    balance: fc.integer({ min: 50_000_000, max: 99_999_999 }),
    limit: fc.integer({ min: 100_000_000, max: 199_999_999 }),
    kind: fc.constantFrom('sent' as const, 'paybill' as const, 'till' as const),
    currency: fc.constantFrom('Ksh', 'KSH', 'Ksh ', 'KES ', 'Ksh Ksh'),
    confirmed: fc.constantFrom(' Confirmed. ', ' confirmed.', ' Confirmed '),
    gap,
  })
  .map((given) => {
    const { day, minute, name, phone, cents, balance, limit, kind, currency, gap } = given
    const [year = '', month = '', date = ''] = day.split('-')
    const hour = Math.floor(minute / 60)
    const clock = `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
    const when = `on ${Number(date)}/${Number(month)}/${year.slice(2)} at ${clock}`
    const to = kind === 'sent' && phone !== null ? `${name}${gap}${phone}` : name
    const how = {
      sent: `sent to ${to} ${when}. `,
      paybill: `sent to ${to} for account CAR1001 ${when} `,
      till: `paid to ${to}. ${when}.`,
    }[kind]
    const code = `${codeBeginning(day)}${given.codeEnd}`
    return {
      text:
        `${code}${given.confirmed}${currency}${group(cents)} ${how}New M-PESA balance is Ksh${group(balance)}. ` +
        `Transaction cost, Ksh33.00.${gap}Amount you can transact within the day is ${group(limit)}. Pay easily: dial *334#`,
      told: {
        code,
        kind,
        cents,
        party: name,
        partyPhone: kind === 'sent' && phone !== null ? `254${phone.slice(1)}` : null,
        account: kind === 'paybill' ? 'CAR1001' : null,
        paidAt: new Date(Date.parse(`${day}T00:00:00+03:00`) + minute * 60_000),
      },
      secrets: [group(balance), group(limit)],
    }
  })

describe('what is cut out of a message', () => {
  test.each([
    [
      'UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700 000 111 on 9/7/26 at 2:33 PM. New M-PESA balance is Ksh1,250.50. Transaction cost, Ksh33.00. Amount you can transact within the day is 498,000.00.',
      'UG9QX4T7LM Confirmed. Ksh2,000.00 sent to DEMO MOTORS 0700 000 111 on 9/7/26 at 2:33 PM. Transaction cost, Ksh33.00.',
    ],
    [
      'UJ2H08M4M3 Confirmed.on 2/10/26 at 7:37 PMKSH40.00 received from 254700000001 Jane Doe. New Account balance is KSH1,090.05. Transaction cost, KSH0.00.',
      'UJ2H08M4M3 Confirmed.on 2/10/26 at 7:37 PMKSH40.00 received from 254700000001 Jane Doe. Transaction cost, KSH0.00.',
    ],
    [
      'UJ1C68SPRQ Imethibitishwa. Umepokea Ksh2,000.00 kutoka kwa SANDRA mnamo 1/10/26 saa 8:15 PM. Salio jipya la M-PESA ni Ksh2,010.00.',
      'UJ1C68SPRQ Imethibitishwa. Umepokea Ksh2,000.00 kutoka kwa SANDRA mnamo 1/10/26 saa 8:15 PM.',
    ],
    [
      'UG9QX4T7LM Confirmed. Fuliza M-PESA amount is Ksh 500.00. Access Fee charged Ksh 5.00. Total Fuliza M-PESA outstanding amount is Ksh505.00 due on 08/08/26.',
      'UG9QX4T7LM Confirmed.',
    ],
    [
      'UG9QX4T7LM Confirmed. Ksh5.00 paid to A. on 9/7/26 at 4:21 PM.New M-PESA balance is *LOCKED*',
      'UG9QX4T7LM Confirmed. Ksh5.00 paid to A. on 9/7/26 at 4:21 PM.',
    ],
    ['Paid to NEW BALANCE SHOP. Bal: Ksh 150. TID: 26070912345.', 'Paid to NEW BALANCE SHOP.'],
    [
      'UG9QX4T7LM Confirmed. Ksh5.00 paid to A. on 9/7/26 at 4:21 PM. Amount you can transact within the day is 498,000.00.',
      'UG9QX4T7LM Confirmed. Ksh5.00 paid to A. on 9/7/26 at 4:21 PM.',
    ],
    ['nothing to hide', 'nothing to hide'],
  ])('%j becomes %j', (text, kept) => {
    expect(withoutBalance(text)).toBe(kept)
  })
})

test('ten thousand texts made of the words of messages are each read or refused at once', () => {
  const words = fc.constantFrom(
    ...[
      'UG9QX4T7LM',
      'Confirmed.',
      'confirmed',
      'Ksh',
      'Ksh2,000.00',
      '2,',
      '1',
      '9/7/26',
      'at',
      '2:33 PM',
      'on',
    ],
    ...['sent to', 'paid to', 'for account', 'received from', 'You have received', 'Reversal of transaction'],
    ...[
      'has been successfully reversed',
      'and',
      'New',
      'M-PESA',
      'balance',
      'is',
      'via',
      '0',
      '07',
      '*',
      ' ',
      '.',
    ],
    ...[
      'Fuliza',
      'salio',
      'ni',
      'limit',
      'Amount you can transact',
      'Transaction cost,',
      '\u200b',
      '\n',
      'AAAAAAAAA',
    ],
  )
  const text = fc.oneof(
    fc.array(words, { maxLength: 120 }).map((parts) => parts.join(' ').slice(0, 1000)),
    fc.array(words, { maxLength: 300 }).map((parts) => parts.join('').slice(0, 1000)),
    fc.tuple(words, words).map(([one, two]) => `${one} ${two}`.repeat(500).slice(0, 1000)),
    fc.string({ unit: 'binary', maxLength: 1100 }),
  )
  let slowest = 0
  fc.assert(
    fc.property(text, (text) => {
      const started = performance.now()
      const message = readMpesaMessage(text)
      const cut = withoutBalance(text)
      slowest = Math.max(slowest, performance.now() - started)
      expect(cut.length).toBeLessThanOrEqual(Math.min(text.length, 1000))
      if (message.read) {
        expect(message.code).toMatch(/^[A-Z][A-Z0-9]{8,9}$/)
        expect(message.cents).toBeGreaterThan(0)
        expect(message.amount).toBe(Math.floor(message.cents / 100))
        expect(message.paidAt === null || !Number.isNaN(message.paidAt.getTime())).toBe(true)
        if (message.paidAt) expect(nairobiDay(message.paidAt)).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        expect(isPayment(message.kind) || message.account === null || message.kind === 'received').toBe(true)
      } else {
        expect(mpesaProblemWords[message.problem]).toBeTruthy()
      }
    }),
    { numRuns: 10_000 },
  )
  // A busy machine may pause for long; a pattern that runs away takes minutes.
  expect(slowest).toBeLessThan(2_000)
})
