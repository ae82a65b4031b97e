import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decideSettlement,
  MONEY_IS_HERE,
  type PaymentState,
  type ProviderResult,
} from './settlement-decision.ts'

const AMOUNT = 13_500
const start: PaymentState = {
  status: 'processing',
  amount: AMOUNT,
  enough: AMOUNT,
  receipt: null,
  isRequested: true,
  payableIsPaid: false,
  payableHasEnded: false,
  isPossiblyReported: false,
  awaitsConfirmation: false,
}

const paid: ProviderResult = { kind: 'paid', receipt: 'TKL1AAAAAA', amountReceived: AMOUNT }
const found = fc.constantFrom<ProviderResult>(
  paid,
  { kind: 'paid', receipt: null, amountReceived: null },
  { kind: 'not_paid', failure: 'cancelled' },
  { kind: 'not_paid', failure: 'unreachable' },
  { kind: 'not_paid', failure: 'unknown' },
  { kind: 'no_answer' },
  { kind: 'not_sent' },
  { kind: 'possibly_reported' },
)
const doubted = fc.constantFrom<ProviderResult>(
  { kind: 'paid', receipt: 'TKL1BBBBBB', amountReceived: AMOUNT - 1 },
  { kind: 'paid', receipt: 'TKL1CCCCCC', amountReceived: AMOUNT + 1 },
  { kind: 'denied' },
  { kind: 'receipt_reused' },
)

test('the money counts, once, in whatever order we hear of it', () => {
  fc.assert(
    fc.property(fc.array(found), fc.array(found), (before, after) => {
      const { status, delivered, receipt } = hear([...before, paid, ...after])
      expect({ status, delivered, receipt }).toEqual({ status: 'paid', delivered: 1, receipt: 'TKL1AAAAAA' })
    }),
  )
})

test('without money nothing is ever handed over', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          found.filter(({ kind }) => kind !== 'paid'),
          doubted,
        ),
        { minLength: 1 },
      ),
      (findings) => {
        expect(hear(findings).delivered).toBe(0)
      },
    ),
  )
})

test('money that was seen is never forgotten, and nothing is handed over twice', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(found, doubted)), fc.boolean(), (findings, payableIsPaid) => {
      const told = hear(findings, { ...start, payableIsPaid })
      const sawMoney = findings.some(({ kind }) =>
        ['paid', 'denied', 'receipt_reused', 'possibly_reported'].includes(kind),
      )
      expect(MONEY_IS_HERE.includes(told.status)).toBe(sawMoney)
      expect(told.delivered).toBeLessThanOrEqual(payableIsPaid ? 0 : 1)
    }),
  )
})

test('a second payment for the same purchase goes back', () => {
  expect(decideSettlement({ ...start, payableIsPaid: true }, paid)).toEqual({
    do: 'close',
    status: 'review',
    outcome: 'paid_twice',
    giveBack: 'paid_twice',
  })
})

test('a "paid" that waits for its confirmation is not swept away by a failure or by silence', () => {
  for (const result of [{ kind: 'no_answer' }, { kind: 'not_paid', failure: 'cancelled' }] as const) {
    expect(decideSettlement({ ...start, awaitsConfirmation: true }, result)).toEqual({ do: 'nothing' })
  }
})

test('a phone that is being asked was not "never asked"', () => {
  expect(decideSettlement(start, { kind: 'not_sent' })).toEqual({ do: 'nothing' })
  expect(decideSettlement({ ...start, isRequested: false }, { kind: 'not_sent' })).toMatchObject({
    status: 'expired',
  })
})

/** Hears findings one after the other, as a payment would. */
function hear(findings: readonly ProviderResult[], from: PaymentState = start) {
  let state = from
  let delivered = 0
  for (const result of findings) {
    const decision = decideSettlement(state, result)
    if (decision.do === 'nothing') continue
    const receipt = result.kind === 'paid' ? (result.receipt ?? state.receipt) : state.receipt
    if (decision.do === 'deliver') delivered += 1
    const status = decision.do === 'close' ? decision.status : 'paid'
    const isPossiblyReported = decision.do === 'close' && decision.outcome === 'possibly_reported'
    state = { ...state, status, receipt, isPossiblyReported }
  }
  return { ...state, delivered }
}

test('what parts left to pay is enough, and any less is a part too', () => {
  const state = { ...start, enough: 7_500 }
  const came = (amountReceived: number) => decideSettlement(state, { ...paid, amountReceived })
  expect(came(7_499)).toEqual({ do: 'close', status: 'partial', outcome: 'paid_less' })
  for (const amount of [7_500, 8_000, AMOUNT]) expect(came(amount)).toEqual({ do: 'deliver' })
  expect(came(AMOUNT + 1)).toEqual({ do: 'close', status: 'review', outcome: 'paid_more' })
})

test('the amount that was asked for is a part where more is left to pay, also when a poll names no amount', () => {
  const state = { ...start, amount: 6_000, enough: 10_000 }
  const came = (amountReceived: number | null) => decideSettlement(state, { ...paid, amountReceived })
  const part = { do: 'close', status: 'partial', outcome: 'part_of_price' }
  expect([came(6_000), came(null)]).toEqual([part, part])
  expect(came(5_999)).toMatchObject({ status: 'partial', outcome: 'paid_less' })
  expect(came(6_001)).toMatchObject({ status: 'review', outcome: 'paid_more' })
})

test('a part of what was cancelled goes back, and its whole price may still revive it', () => {
  const ended = { ...start, payableHasEnded: true }
  const part = { kind: 'paid', receipt: 'R1', amountReceived: AMOUNT - 1 } as const
  expect(decideSettlement(ended, part)).toMatchObject({ status: 'review', giveBack: 'paid_too_late' })
  expect(decideSettlement(ended, paid)).toEqual({ do: 'deliver' })
})
