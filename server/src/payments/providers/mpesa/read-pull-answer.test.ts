import { expect, test } from 'vitest'
import { pullTimestamp } from './mpesa-timestamp.ts'
import { readPullAnswer } from './read-pull-answer.ts'

const row = {
  transactionId: 'RKL51ZDR9Z',
  trxDate: '2026-07-09T10:13:00Z',
  msisdn: 722000126,
  sender: 'NICHOLAS',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: 'BK1234',
  amount: '168.00',
  organizationname: 'Twende',
}
const answered = (json: Record<string, unknown>, status = 200) =>
  readPullAnswer({ kind: 'answered', status, json })
const listing = (...rows: unknown[]) => answered({ ResponseCode: '1000', Response: [rows] })
const paidAt = (trxDate: string) => {
  const result = listing({ ...row, trxDate })
  return result.kind === 'listed' ? result.payments[0]?.paidAt : undefined
}

test('a listed payment is read as a report of it would be', () => {
  expect(listing(row)).toEqual({
    kind: 'listed',
    rows: 1,
    unread: 0,
    payments: [
      {
        receipt: 'RKL51ZDR9Z',
        amount: 168,
        billReference: 'BK1234',
        paidAt: new Date('2026-07-09T10:13:00Z'),
        phone: '2547 ***** 126',
        payerName: 'NICHOLAS',
        text: JSON.stringify(row),
      },
    ],
  })
})

test('a time without a zone is that of Nairobi', () => {
  expect(paidAt('2026-07-09 10:13:00')).toEqual(new Date('2026-07-09T07:13:00Z'))
  expect(paidAt('2026-07-09T10:13:00+03:00')).toEqual(new Date('2026-07-09T07:13:00Z'))
  expect(paidAt('yesterday')).toBeNull()
  expect(pullTimestamp(new Date('2026-07-09T21:30:05Z'))).toBe('2026-07-10 00:30:05')
})

test('what is no payment of a customer is left out, and what cannot be read is counted', () => {
  const sent = { ...row, transactionId: 'RKL51ZDR8Y', transactiontype: 'b2c-payment' }
  const strange = [
    {},
    null,
    'text',
    { ...row, amount: '-5' },
    { ...row, transactionId: '' },
    { ...row, amount: 'x' },
  ]
  expect(listing(row, sent, ...strange)).toMatchObject({
    rows: 8,
    unread: 6,
    payments: [{ receipt: 'RKL51ZDR9Z' }],
  })
  expect(
    answered({ ResponseCode: 1000, Response: [[row], [{ ...row, transactionId: 'SECOND1' }]] }),
  ).toMatchObject({
    rows: 2,
  })
})

test('nothing paid is an empty list, and anything else is no answer', () => {
  const none = { kind: 'listed', rows: 0, payments: [] }
  expect(answered({ ResponseCode: '1001', Response: '[[]]' })).toMatchObject(none)
  expect(answered({ ResponseCode: '1000', Response: '[[]]' })).toMatchObject(none)
  for (const result of [
    answered({ ResponseCode: '2000', ResponseMessage: 'Not allowed' }),
    answered({ ResponseCode: '1000', Response: [[row]] }, 503),
    answered({ errorCode: '400.003.01', errorMessage: 'Invalid Access Token' }),
    answered({}),
    readPullAnswer({ kind: 'lost', why: 'TimeoutError' }),
    readPullAnswer({ kind: 'no_token', code: '401', message: '', temporary: false }),
  ])
    expect(result).toMatchObject({ kind: 'unreachable', why: expect.stringMatching(/./) })
})
