import { expect, test } from 'vitest'
import {
  bookingCancelledText,
  bookingConfirmedText,
  bookingExpiredText,
  bookingRequestedText,
  type NotificationText,
  passwordChangedText,
  paymentReceivedText,
  recoveryCodeText,
  refundSentText,
} from './notification-texts.ts'

const booking = {
  name: 'Wanjiku',
  reference: 'BK4821',
  carName: 'Toyota Prado TX',
  startDate: '2026-12-05',
  pickupTime: '10:00',
  pickupLocation: 'Nairobi',
  endDate: '2026-12-08',
  dropoffTime: '16:00',
  dropoffLocation: 'Mombasa',
  finalAmount: 36_000,
  cancelling: 'Cancelling is free until 4 Dec 2026, 10:00. After that we keep Ksh 12,000.',
}
const at = new Date('2026-12-05T06:15:00Z')

const texts: NotificationText[] = [
  recoveryCodeText({
    name: 'Wanjiku',
    code: '314159',
    expiresAt: at,
    link: 'http://localhost/account#recovery=x',
  }),
  passwordChangedText({ name: 'Wanjiku', at }),
  bookingRequestedText({ ...booking, heldUntil: at, method: 'mpesa' }),
  bookingRequestedText({ ...booking, heldUntil: at, method: 'whatsapp' }),
  bookingConfirmedText(booking),
  bookingCancelledText({ ...booking, reason: 'Plans changed', refund: 24_000 }),
  bookingCancelledText({ ...booking, reason: '', refund: 0 }),
  bookingExpiredText(booking),
  refundSentText({ name: 'Wanjiku', reference: 'BK4821', amount: 24_000, receipt: 'TLK8ABC123' }),
  paymentReceivedText({ name: 'Wanjiku', amount: 36_000, receipt: 'TLK8ABC123', purpose: 'booking BK4821' }),
]

test('every mail greets, says its thing in a few lines and signs', () => {
  for (const { subject, body } of texts) {
    expect(subject).toMatch(/^\S.{5,70}$/)
    expect(body).toMatch(/^Hello Wanjiku,\n\n/)
    expect(body).toMatch(/\n\nTwende\n$/)
    expect(body).not.toMatch(/undefined|null|NaN|\n{3}|\[object/)
    expect(body.length).toBeLessThan(800)
  }
  expect(texts).toHaveLength(10)
})

test.each([
  ['Wanjiku Kamau', 'Hello Wanjiku,'],
  ['Ng’ang’a', 'Hello Ng’ang’a,'],
  ['Mary-Anne', 'Hello Mary-Anne,'],
  ['فاطمة', 'Hello فاطمة,'],
  ['Win 1,000,000 at evil.example', 'Hello Win,'],
  ['https://evil.example', 'Hello,'],
  ['evil.example now', 'Hello,'],
  ['Call0700000000', 'Hello,'],
  ['a'.repeat(31), 'Hello,'],
  ['', 'Hello,'],
])('of the name %j no more than a first name goes into a mail', (name, first) => {
  const { body } = recoveryCodeText({
    name,
    code: '314159',
    expiresAt: at,
    link: 'http://localhost/account#recovery=x',
  })
  expect(body.split('\n')[0]).toBe(first)
})

test('times are Nairobi times and money is Ksh', () => {
  const { body } = bookingRequestedText({ ...booking, heldUntil: at, method: 'mpesa' })
  expect(body).toContain('until 5 Dec 2026, 09:15')
  expect(body).toContain('Pickup: 5 Dec 2026, 10:00, Nairobi')
  expect(body).toContain('Drop-off: 8 Dec 2026, 16:00, Mombasa')
  expect(body).toContain('Pay Ksh 36,000 by M-Pesa')
  expect(body).toContain('After that we keep Ksh 12,000.')
})

test('a cancelled booking speaks of money only if some comes back', () => {
  expect(bookingCancelledText({ ...booking, reason: 'Plans changed', refund: 24_000 }).body).toContain(
    'Ksh 24,000 back',
  )
  expect(bookingCancelledText({ ...booking, reason: '', refund: 0 }).body).not.toMatch(
    /back to your M-Pesa|Reason/,
  )
})
