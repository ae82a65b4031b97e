import { PartialCustomerInfo } from '@twende/contract/bookings/customer-info.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Choices,
  changeChoices,
  forAnotherBooking,
  noChoices,
  readChoices,
  withPeriod,
} from './booking-choices.ts'
import { fieldProblems, furthestStep, isWholePeriod, missingFields } from './wizard-rules.ts'

/** 00:30 on 10 April in Nairobi, still the 9th in London. */
const now = new Date('2026-04-09T21:30:00Z')

const whole: Choices = {
  ...noChoices,
  startDate: '2026-04-10',
  endDate: '2026-04-13',
  pickupLocation: 'Nairobi',
  dropoffLocation: 'JKIA, Nairobi',
  firstName: 'Wanjiku',
  lastName: 'Kamau',
  email: 'wanjiku@example.com',
  phone: '0712 345 678',
  mpesaNumber: '0712 345 678',
}

test('the first step needs both dates and both places', () => {
  expect(missingFields(1, noChoices)).toEqual(['startDate', 'endDate', 'pickupLocation', 'dropoffLocation'])
  expect(missingFields(1, whole)).toEqual([])
})

test('the second step needs a name, an email and a phone; spaces are nothing', () => {
  expect(missingFields(2, { ...whole, lastName: '  ', phone: ' ' })).toEqual(['lastName', 'phone'])
  expect(missingFields(2, { ...whole, lastName: '', oneName: 'yes' })).toEqual([])
})

test('only M-Pesa needs an M-Pesa number', () => {
  expect(missingFields(3, { ...whole, mpesaNumber: ' ' })).toEqual(['mpesaNumber'])
  expect(missingFields(3, { ...whole, mpesaNumber: '', paymentMethod: 'whatsapp' })).toEqual([])
})

test.each([
  ['today in Nairobi is early enough', { startDate: '2026-04-10' }, []],
  ['an hour of today that is over is not', { startDate: '2026-04-10', pickupTime: '00:00' }, ['pickupTime']],
  ['yesterday is not', { startDate: '2026-04-09' }, ['startDate']],
  ['dropoff on the day of pickup is too early', { endDate: '2026-04-10' }, ['endDate']],
  ['90 days are the longest rental', { endDate: '2026-07-09' }, []],
  ['91 days are too long', { endDate: '2026-07-10' }, ['endDate']],
  ['two years ahead is too far', { startDate: '2028-04-10', endDate: '2028-04-12' }, ['startDate']],
  ['a day that does not exist is refused', { endDate: '2026-04-31' }, ['endDate']],
  [
    'times on the clock do not make the day after too short',
    { endDate: '2026-04-11', dropoffTime: '00:00' },
    [],
  ],
])('%s', (_, change, wrong) => {
  const choices = { ...whole, ...change }
  expect(Object.keys(fieldProblems(1, choices, now))).toEqual(wrong)
  expect(isWholePeriod(choices, now)).toBe(wrong.length === 0)
})

test('an address without a domain and a phone without digits are pointed out', () => {
  expect(Object.keys(fieldProblems(2, { ...whole, phone: 'call me' }, now))).toEqual(['phone'])
  const { error } = PartialCustomerInfo.safeParse({ firstName: 'Wanjiku', email: 'wanjiku@' })
  expect(error?.issues.map(({ path }) => path)).toEqual([['email']])
})

test('a foreign phone may be reached, but cannot pay by M-Pesa', () => {
  const choices = { ...whole, phone: '+44 20 7946 0958', mpesaNumber: '+44 20 7946 0958' }
  expect(fieldProblems(2, choices, now)).toEqual({})
  expect(Object.keys(fieldProblems(3, choices, now))).toEqual(['mpesaNumber'])
  expect(fieldProblems(3, { ...choices, paymentMethod: 'whatsapp' }, now)).toEqual({})
})

test('nobody stands further than the first step that is not done', () => {
  expect(furthestStep(noChoices, now)).toBe(1)
  expect(furthestStep({ ...whole, email: '' }, now)).toBe(2)
  expect(furthestStep(whole, now)).toBe(3)
  expect(furthestStep({ ...whole, startDate: '2026-04-01' }, now)).toBe(1)
})

test('the M-Pesa number follows the phone until somebody chooses another', () => {
  const typed = changeChoices(noChoices, { phone: '0712345678' })
  expect(typed.mpesaNumber).toBe('0712 345 678')
  const corrected = changeChoices(typed, { phone: '0722345678' })
  expect(corrected.mpesaNumber).toBe('0722 345 678')
  const chosen = changeChoices(corrected, { mpesaNumber: '0711000111' })
  expect(changeChoices(chosen, { phone: '0733345678' }).mpesaNumber).toBe('0711000111')
})

test('the rental period chosen in the fleet replaces the one kept, a broken time falls back to ten', () => {
  const period = { startDate: '2026-05-01', endDate: '2026-05-04', pickupTime: '08:00', dropoffTime: '25:00' }
  expect(withPeriod(whole, period)).toMatchObject({ ...period, dropoffTime: '10:00' })
  expect(withPeriod(whole, { startDate: '2026-05-01' })).toEqual(whole)
})

test('whatever was kept is read without harm, and good choices come back as they were', () => {
  fc.assert(fc.property(fc.anything(), (kept) => void readChoices(kept)))
  const text = fc.string({ maxLength: 60 })
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom('mpesa' as const, 'whatsapp' as const),
      (firstName, email, paymentMethod) => {
        const choices = { ...whole, firstName, email, paymentMethod }
        expect(readChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices)
        expect(forAnotherBooking(choices)).toMatchObject({
          firstName,
          email,
          startDate: '',
          endDate: '',
          paymentMethod: 'mpesa',
        })
      },
    ),
  )
})
