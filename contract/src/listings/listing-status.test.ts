import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listingEventText, listingLabel, nextStepText, reportReasonLabels } from './listing-labels.ts'
import { type ListingNextStep, listingNextStep } from './listing-next-step.ts'
import {
  availabilityMove,
  endOfPeriod,
  goesLive,
  isPublic,
  LISTING_STATUSES,
  type ListingActor,
  listingMoves,
  marketState,
  mayMoveListing,
  paidMove,
  restoringMove,
} from './listing-status.ts'

const now = new Date('2026-04-10T09:00:00Z')
const later = '2026-05-10T09:00:00Z'
const earlier = '2026-04-01T09:00:00Z'

const textOf = (step: ListingNextStep | undefined) => step && nextStepText(step)

const movesOf = (actor: ListingActor) =>
  Object.entries(listingMoves)
    .filter(([, { by }]) => by.some((one: string) => one === actor))
    .map(([name]) => name)

test('a seller can make no listing paid, verified, longer or unsuspended', () => {
  expect(movesOf('owner')).toEqual(['submit', 'markSold', 'markAvailable', 'markAvailableTooLate'])
})

test('readers can do no more than take a listing out of sight', () => {
  expect(movesOf('readers')).toEqual(['suspend'])
})

test('nothing becomes active but by a payment, staff, or a car that was already active', () => {
  const intoActive = Object.entries(listingMoves).filter(([, { to }]) => to === 'active')
  for (const [name, { by }] of intoActive) {
    if (name === 'markAvailable') continue
    for (const actor of by) expect(['payment', 'staff']).toContain(actor)
  }
})

test('every status but the first can be reached, and every one can be left', () => {
  const moves = Object.values(listingMoves)
  const reached = new Set<string>(moves.map(({ to }) => to))
  const left = new Set<string>(moves.flatMap(({ from }) => [...from]))
  for (const status of LISTING_STATUSES) {
    expect(reached.has(status), status).toBe(true)
    expect(left.has(status), status).toBe(true)
  }
})

test('what is suspended stays so for everybody but staff', () => {
  for (const [name, { from, by }] of Object.entries(listingMoves)) {
    if (from.some((status: string) => status === 'suspended')) expect(by, name).toEqual(['staff'])
  }
  expect(mayMoveListing('renew', 'suspended', 'payment')).toBe(false)
})

test.each([
  ['active', 'Active'],
  ['pending_payment', 'Pending Payment'],
  ['expired', 'Expired'],
  ['sold', 'Sold'],
  ['draft', 'Draft'],
  ['suspended', 'Draft'],
  ['', 'Draft'],
  ['constructor', 'Draft'],
])('the status %j has the badge %s', (status, label) => {
  expect(listingLabel(status)).toBe(label)
})

describe('marking a car', () => {
  const flip = (
    listingStatus: (typeof LISTING_STATUSES)[number],
    available: boolean,
    end: string | null = later,
  ) => availabilityMove({ listingStatus, listingExpiresAt: end }, available, now)

  test('as sold moves an active listing and no other', () => {
    for (const status of LISTING_STATUSES) {
      expect(flip(status, false), status).toBe(status === 'active' ? 'markSold' : undefined)
    }
  })

  test('as available again brings it back, or tells that its time is over', () => {
    expect(flip('sold', true)).toBe('markAvailable')
    expect(flip('sold', true, earlier)).toBe('markAvailableTooLate')
    for (const status of LISTING_STATUSES) if (status !== 'sold') expect(flip(status, true)).toBeUndefined()
  })

  test('is always a move that its seller may make', () => {
    for (const status of LISTING_STATUSES) {
      for (const available of [true, false]) {
        for (const end of [null, earlier, later]) {
          const move = flip(status, available, end)
          if (move) expect(mayMoveListing(move, status, 'owner')).toBe(true)
        }
      }
    }
  })
})

test('the history names facts and reasons as a person says them', () => {
  const edited = listingEventText({ code: 'edited', fields: ['serviceHistory', 'fuelType'] })
  expect(edited.note).toBe('To be checked: the service history and the fuel')
  expect(listingEventText({ code: 'edit_refused', fields: ['photos'] }).title).toBe(
    'Changes refused: the pictures',
  )
  const reported = listingEventText({ code: 'reported', reason: 'not-owner' })
  expect(reported.note).toBe(reportReasonLabels['not-owner']())
  expect(reported.note).not.toContain('not-owner')
})

test('a suspension ends where the listing was: unpaid, sold, over or on sale', () => {
  const ended = (paid: boolean, available: boolean, over: boolean) =>
    listingMoves[restoringMove({ paid, available, over })].to
  expect(ended(false, true, false)).toBe('pending_payment')
  expect(ended(true, false, false)).toBe('sold')
  expect(ended(true, false, true)).toBe('sold')
  expect(ended(true, true, true)).toBe('expired')
  expect(ended(true, true, false)).toBe('active')
})

test('money never puts a car on sale that is marked as sold', () => {
  for (const status of ['pending_payment', 'active', 'expired'] as const) {
    expect(listingMoves[paidMove(status, true)].to).toBe('active')
    expect(listingMoves[paidMove(status, false)].to).toBe('sold')
  }
})

test('no time of a paid period passes while it waits, and none comes back that was over before', () => {
  const at = fc.integer({ min: 0, max: 1_000_000_000 }).map((ms) => new Date(ms))
  fc.assert(
    fc.property(at, at, at, (expiresAt, pausedAt, now) => {
      fc.pre(pausedAt <= now)
      const end = endOfPeriod({ expiresAt, pausedAt }, now)
      if (expiresAt <= pausedAt) expect(end).toEqual(expiresAt)
      else expect(Number(end) - Number(now)).toBe(Number(expiresAt) - Number(pausedAt))
      expect(endOfPeriod({ expiresAt, pausedAt: null }, now)).toEqual(expiresAt)
    }),
  )
  expect(endOfPeriod({ expiresAt: null, pausedAt: null }, new Date(0))).toBeNull()
})

test('what a listing is on the market agrees with what is public', () => {
  for (const listingStatus of LISTING_STATUSES) {
    for (const verified of [true, false]) {
      for (const listingExpiresAt of [null, earlier, later]) {
        const listing = { listingStatus, verified, listingExpiresAt }
        const isOnSale = listingStatus === 'active' && isPublic({ ...listing, soldAt: null }, now)
        expect(marketState(listing, now) === 'on_sale' && listingExpiresAt !== null).toBe(isOnSale)
      }
    }
  }
})

test('only what is verified, begun and not over is public', () => {
  for (const listingStatus of LISTING_STATUSES) {
    for (const verified of [true, false]) {
      for (const listingExpiresAt of [null, earlier, later]) {
        const listing = { listingStatus, verified, listingExpiresAt, soldAt: null }
        const expected = listingStatus === 'active' && verified && listingExpiresAt === later
        expect(isPublic(listing, now), JSON.stringify(listing)).toBe(expected)
      }
    }
  }
})

test('the paid period begins when the listing is both paid for and verified, once', () => {
  const paid = { listingStatus: 'active' as const, verified: false, listingExpiresAt: null }
  expect(goesLive(paid)).toBe(false)
  expect(goesLive({ ...paid, verified: true })).toBe(true)
  expect(goesLive({ ...paid, verified: true, listingExpiresAt: later })).toBe(false)
  expect(goesLive({ ...paid, verified: true, listingStatus: 'pending_payment' })).toBe(false)
})

describe('what a seller is told to do next', () => {
  const paidBy = { paymentMethod: 'message', amount: 2_000, submittedAt: now.toISOString() } as const
  const listing = {
    listingStatus: 'active' as const,
    listingExpiresAt: later,
    verified: true,
    reviewReason: '',
    payment: { ...paidBy, status: 'paid' as const, reason: '' },
  }

  test.each([
    ['nothing while all is well', listing, undefined],
    ['to renew a week before the end', { ...listing, listingExpiresAt: '2026-04-17T09:00:00Z' }, 'renew'],
    ['to renew when it is over', { ...listing, listingStatus: 'expired' as const }, 'renew'],
    ['to wait for the check', { ...listing, verified: false, listingExpiresAt: null }, 'wait'],
    [
      'to mend what staff found',
      { ...listing, verified: false, reviewReason: 'The plate does not fit.' },
      'edit',
    ],
    [
      'to wait for the payment check',
      {
        ...listing,
        listingStatus: 'pending_payment' as const,
        payment: { ...paidBy, status: 'processing' as const, reason: '' },
      },
      'wait',
    ],
    [
      'to pay again',
      {
        ...listing,
        listingStatus: 'pending_payment' as const,
        payment: { ...paidBy, status: 'failed' as const, reason: 'We could not match UG9QX4T7LM.' },
      },
      'pay',
    ],
    [
      'to pay at all',
      {
        ...listing,
        listingStatus: 'pending_payment' as const,
        payment: { ...paidBy, status: 'pending' as const, reason: '' },
      },
      'pay',
    ],
    ['to pay for a draft', { ...listing, listingStatus: 'draft' as const }, 'pay'],
    ['to talk to us when suspended', { ...listing, listingStatus: 'suspended' as const }, 'contact'],
    ['nothing once it is sold', { ...listing, listingStatus: 'sold' as const }, undefined],
  ])('is %s', (_, told, action) => {
    expect(listingNextStep(told, now)?.action).toBe(action)
  })

  test('carries the reason in staff’s own words', () => {
    const refused = { ...listing, verified: false, reviewReason: 'The plate does not fit.' }
    expect(textOf(listingNextStep(refused, now))).toBe('Not verified: The plate does not fit.')
    const failed = { ...paidBy, status: 'failed' as const, reason: 'Ksh 500 is less than the shortest plan.' }
    expect(
      textOf(listingNextStep({ ...listing, listingStatus: 'pending_payment', payment: failed }, now)),
    ).toBe('Payment not accepted: Ksh 500 is less than the shortest plan.')
  })
})
