import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipForLink, whatsappChat } from '../whatsapp.ts'
import type { Booking } from './booking.ts'
import { bookingCalendarFile } from './booking-calendar-file.ts'
import { bookingChat, bookingMessage } from './booking-message.ts'
import { CANCELLATION_POLICY } from './cancellation.ts'

const booking: Booking = {
  _id: '01969f3c-0000-7000-8000-000000000001',
  bookingId: 'BK4821',
  carId: '01969f3c-0000-7000-8000-000000000002',
  carName: 'Toyota Prado',
  carCategory: 'SUV',
  carImage: '',
  carSpecs: { engine: '2.8 L', power: '201 hp', seats: 7, transmission: 'automatic', fuelType: 'diesel' },
  carFeatures: [],
  carRating: 4.5,
  startDate: '2026-04-10',
  endDate: '2026-04-13',
  pickupTime: '01:00',
  dropoffTime: '18:00',
  pickupLocation: 'JKIA, Terminal 1A; arrivals',
  dropoffLocation: 'Mombasa',
  pricePerDay: 12_000,
  totalDays: 3,
  totalAmount: 36_000,
  finalAmount: 36_000,
  insuranceCost: 0,
  dailyPrices: [],
  discountPercent: 0,
  discount: 0,
  extras: [],
  deliveryAddress: '',
  collectionAddress: '',
  customerInfo: {
    firstName: 'Asha',
    lastName: 'M',
    email: 'a@b.ke',
    phone: '07',
    licenseNumber: '',
    address: '',
  },
  paymentMethod: 'whatsapp',
  paidInPart: 0,
  paymentStatus: 'pending',
  paymentDetails: { mpesaNumber: '', paymentDate: null, transactionId: null, paymentAmount: null },
  specialRequests: '',
  driverNotes: '',
  cancellationReason: '',
  cancellationCode: null,
  cancelledBy: null,
  cancelledAt: null,
  createdAt: '2026-04-01T09:00:00.000Z',
  status: 'confirmed',
  holdExpiresAt: null,
  keepsCar: true,
  carIsLost: false,
  review: null,
  cancellation: CANCELLATION_POLICY,
}
const made = { sequence: 3, stampedAt: new Date('2026-04-01T09:00:00Z') }
const anyText = fc.string({ unit: 'binary', maxLength: 200 })

describe('the message on WhatsApp', () => {
  test('tells the reference first, then car, dates, times, places and total', () => {
    expect(bookingMessage(booking)).toBe(
      [
        'Booking BK4821',
        'Car: Toyota Prado',
        'Pickup: 10 Apr 2026, 01:00, JKIA, Terminal 1A; arrivals',
        'Drop-off: 13 Apr 2026, 18:00, Mombasa',
        'Total: Ksh 36,000 for 3 days',
      ].join('\n'),
    )
  })

  test('opens a chat with our number, in any form it was written', () => {
    const link = new URL(bookingChat('+254 700-000 001', booking))
    expect(link.origin + link.pathname).toBe('https://wa.me/254700000001')
    expect(link.searchParams.get('text')).toBe(bookingMessage(booking))
  })

  test('stays under 1,000 characters and keeps the total, whatever the names are', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (carName, pickupLocation, dropoffLocation) => {
        const link = bookingChat('254700000001', { ...booking, carName, pickupLocation, dropoffLocation })
        expect(link.length).toBeLessThan(1_000)
        expect(new URL(link).searchParams.get('text')).toContain('Total: Ksh 36,000')
      }),
    )
  })

  test('is cut between characters, never inside one', () => {
    const words = new URL(whatsappChat('254700000001', '🚙'.repeat(500))).searchParams.get('text')
    expect(words).toMatch(/^(?:🚙)+$/u)
    expect(clipForLink('🚙🚙', 13)).toBe('🚙')
  })
})

describe('the calendar file', () => {
  const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

  test('holds the rental as one event in universal time', () => {
    const lines = unfolded(bookingCalendarFile(booking, made))
    expect(lines).toContain('UID:01969f3c-0000-7000-8000-000000000001@twende')
    expect(lines).toContain('SEQUENCE:3')
    expect(lines).toContain('DTSTAMP:20260401T090000Z')
    expect(lines).toContain('DTSTART:20260409T220000Z')
    expect(lines).toContain('DTEND:20260413T150000Z')
    expect(lines).toContain('SUMMARY:Toyota Prado (BK4821)')
    expect(lines).toContain('LOCATION:JKIA\\, Terminal 1A\\; arrivals')
    expect(lines).toContain('STATUS:CONFIRMED')
  })

  test('takes the rental out of the calendar when it was cancelled', () => {
    expect(bookingCalendarFile({ ...booking, status: 'cancelled' }, made)).toContain('STATUS:CANCELLED\r\n')
  })

  test('keeps its form whatever the names hold: lines of at most 75 bytes, one event, nothing added', () => {
    fc.assert(
      fc.property(anyText, anyText, (carName, pickupLocation) => {
        const file = bookingCalendarFile({ ...booking, carName, pickupLocation }, made)
        for (const line of file.split('\r\n')) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n]/)
          expect(line.isWellFormed()).toBe(true)
        }
        const names = unfolded(file).map((line) => line.split(':')[0])
        expect(names.filter((name) => name === 'BEGIN')).toHaveLength(2)
        expect(names).toHaveLength(18)
      }),
    )
  })
})
