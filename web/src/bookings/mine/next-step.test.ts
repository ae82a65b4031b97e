import type { Booking } from '@twende/contract/bookings/booking.ts'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { expect, test } from 'vitest'
import { type NextStep, nextStepOf, type PapersNeeded, papersNeeded } from './next-step.ts'

const booking: Booking = {
  _id: '0198a000-0000-7000-8000-000000000001',
  bookingId: 'BK1234',
  carId: '0198a000-0000-7000-8000-000000000002',
  carName: 'Toyota Premio',
  carCategory: 'Sedan',
  carImage: '',
  carSpecs: { engine: '', power: '', seats: 5, transmission: 'automatic', fuelType: 'petrol' },
  carFeatures: [],
  carRating: 4.5,
  startDate: '2026-12-05',
  endDate: '2026-12-08',
  pickupTime: '10:00',
  dropoffTime: '16:00',
  pickupLocation: 'Nairobi',
  dropoffLocation: 'Nairobi',
  pricePerDay: 5500,
  totalDays: 3,
  totalAmount: 16_500,
  finalAmount: 16_500,
  insuranceCost: 0,
  dailyPrices: [],
  discountPercent: 0,
  discount: 0,
  extras: [],
  deliveryAddress: '',
  collectionAddress: '',
  customerInfo: { firstName: '', lastName: '', email: '', phone: '', licenseNumber: '', address: '' },
  paymentMethod: 'mpesa',
  paymentStatus: 'paid',
  paymentDetails: { mpesaNumber: '', paymentDate: null, transactionId: null, paymentAmount: null },
  specialRequests: '',
  driverNotes: '',
  cancellationReason: '',
  cancellationCode: null,
  cancelledBy: null,
  cancelledAt: null,
  createdAt: '2026-12-01T07:00:00.000Z',
  status: 'confirmed',
  holdExpiresAt: null,
  keepsCar: true,
  paidInPart: 0,
  carIsLost: false,
  review: null,
  cancellation: CANCELLATION_POLICY,
}

const review = {
  rating: 5,
  comment: '',
  reviewedAt: '2026-12-09T07:00:00.000Z',
  answer: '',
  hiddenReason: '',
}
const until = '2026-12-01T07:15:00.000Z'
/** Nairobi is three hours ahead. */
const paidOn = '2026-12-01T07:00:00Z'

test.each<[string, Partial<Booking>, string, NextStep]>([
  [
    'an unpaid booking is paid while its hold runs',
    { status: 'pending', paymentStatus: 'pending', holdExpiresAt: until },
    paidOn,
    { code: 'pay', until },
  ],
  [
    'one without a hold is paid as well',
    { status: 'pending', paymentStatus: 'failed' },
    paidOn,
    { code: 'pay', until: null },
  ],
  [
    'the rest is paid of one of which a part came, and whose hold waits for it',
    { status: 'pending', paymentStatus: 'partial', paidInPart: 500 },
    paidOn,
    { code: 'pay', until: null },
  ],
  [
    'one whose money goes back is paid again while its hold runs',
    { status: 'pending', paymentStatus: 'refunding', holdExpiresAt: until },
    paidOn,
    { code: 'pay', until },
  ],
  [
    'or once it was sent back',
    { status: 'pending', paymentStatus: 'refunded', holdExpiresAt: until },
    paidOn,
    { code: 'pay', until },
  ],
  [
    'money that is being checked is not paid again',
    { status: 'pending', paymentStatus: 'review' },
    paidOn,
    { code: 'paymentChecked' },
  ],
  [
    'payment by WhatsApp is arranged in the chat',
    { status: 'pending', paymentMethod: 'whatsapp', paymentStatus: 'pending', holdExpiresAt: until },
    paidOn,
    { code: 'arrange', until },
  ],
  ['a paid booking is picked up', {}, '2026-12-03T20:59:00Z', { code: 'pickUp', when: 'later' }],
  [
    'tomorrow begins at midnight in Nairobi',
    {},
    '2026-12-03T21:00:00Z',
    { code: 'pickUp', when: 'tomorrow' },
  ],
  ['today too', {}, '2026-12-04T21:00:00Z', { code: 'pickUp', when: 'today' }],
  ['until the minute of the pickup', {}, '2026-12-05T07:00:00Z', { code: 'pickUp', when: 'today' }],
  ['whoever is late calls us', {}, '2026-12-05T07:00:01Z', { code: 'pickUpLate' }],
  [
    'a car that is out is brought back',
    { status: 'active' },
    '2026-12-07T05:00:00Z',
    { code: 'bringBack', when: 'tomorrow' },
  ],
  ['a late one now', { status: 'active' }, '2026-12-08T13:00:01Z', { code: 'overdue' }],
  ['a finished rental is reviewed', { status: 'completed' }, '2026-12-09T07:00:00Z', { code: 'review' }],
  [
    'whose car is lost has nothing to review',
    { status: 'completed', carIsLost: true },
    '2026-12-09T07:00:00Z',
    { code: 'carLost' },
  ],
  ['once', { status: 'completed', review }, '2026-12-09T07:00:00Z', { code: 'reviewed' }],
  [
    'a hold that ran out is told from a cancellation',
    { status: 'cancelled', cancelledBy: 'clock' },
    paidOn,
    { code: 'expired' },
  ],
  ['a cancelled one', { status: 'cancelled', cancelledBy: 'customer' }, paidOn, { code: 'cancelled' }],
])('%s', (_, change, now, step) => {
  expect(nextStepOf({ ...booking, ...change }, new Date(now))).toEqual(step)
})

type Sent = Parameters<typeof papersNeeded>[1] & object
const nobody: Sent = { isCleared: false, isWaived: false, additional: { missing: 0 }, data: [] }
const submitted = { status: 'submitted', problems: [] } as const
const refused = { status: 'refused', problems: [] } as const
const expiring = { status: 'approved', problems: ['driver_licence_ends'] } as const
const young = { status: 'approved', problems: ['driver_too_young', 'driver_licence_ends'] } as const
const chauffeur = {
  kind: 'chauffeur',
  quantity: 3,
  price: 1,
  amount: 3,
  place: null,
  toPlace: null,
  atAddress: false,
  km: null,
} as const

test.each<[string, Partial<Booking>, Partial<Sent> | undefined, PapersNeeded | undefined]>([
  ['nothing is said before the drivers are known', {}, undefined, undefined],
  ['papers that nobody sent are missing', {}, {}, 'missing'],
  ['papers that were sent are being checked', {}, { data: [refused, submitted] }, 'waiting'],
  ['refused papers are sent again', {}, { data: [refused] }, 'refused'],
  ['a licence that ends before the return is told', {}, { data: [refused, expiring] }, 'expire'],
  ['whoever may not drive for another reason too', {}, { data: [young] }, 'problem'],
  ['an approved driver is enough', {}, { isCleared: true }, undefined],
  ['but for an additional one', {}, { isCleared: true, additional: { missing: 1 } }, 'additional'],
  ['who is let pass is asked for nothing', {}, { isWaived: true }, undefined],
  ['a chauffeur needs no papers of the customer', { extras: [chauffeur] }, {}, undefined],
  ['who pays now pays first', { status: 'pending', paymentStatus: 'pending' }, {}, undefined],
  ['who pays by arrangement is told', { status: 'pending', paymentMethod: 'whatsapp' }, {}, 'missing'],
  ['once the car is out nothing is asked', { status: 'active' }, {}, undefined],
])('papers: %s', (_, change, sent, needed) => {
  const drivers = sent && { ...nobody, ...sent }
  expect(papersNeeded({ ...booking, ...change }, drivers)).toBe(needed)
})
