import { randomUUID } from 'node:crypto'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { GUIDED_POSITIONS, type ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import type { FleetCar } from '@twende/contract/cars/car.ts'
import type { DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { photoBlob } from './camera.ts'
import { call, stayIn } from './market.ts'
import { ownCar } from './own-cars.ts'
import { newMpesaCode } from './paybill.ts'
import { newStaff, type Person } from './people.ts'
import { postForm } from './post-form.ts'

const FIRST_NAMES = ['Akinyi', 'Baraka', 'Chebet', 'Daudi', 'Esther']
const LAST_NAMES = ['Mwangi', 'Otieno', 'Kariuki', 'Wanjala', 'Chepkoech', 'Ali', 'Njoroge', 'Auma']

export type Hire = { booking: Booking; car: FleetCar; bookingId: string }

/** A firm that hires cars out: its clerks work in turns, and its customers stand at the counter. */
export async function openFirm(given: { cars: number; clerks: number }) {
  const clerks: Person[] = []
  for (const name of FIRST_NAMES.slice(0, given.clerks)) clerks.push(await newStaff(`${name} Clerk`))
  const cars: Awaited<ReturnType<typeof ownCar>>[] = []
  for (let at = 1; at <= given.cars; at += 1) cars.push(await ownCar({ name: `Toyota Axio ${at}` }))
  let turn = 0
  let customers = 0

  /** Whoever stands at the desk next. */
  function nextClerk(): Person {
    const clerk = clerks[turn++ % clerks.length]
    if (!clerk) throw new Error('the desk is empty')
    return clerk
  }

  /** A customer books at the counter, from so many days ahead. */
  async function hire(
    car: FleetCar,
    { paidBy, ahead = 1, days = 2 }: { paidBy: DeskMethod | 'none'; ahead?: number; days?: number },
  ): Promise<Hire> {
    customers += 1
    const body = {
      carId: car._id,
      ...stayIn(ahead, days),
      pickupTime: '10:00',
      dropoffTime: '10:00',
      pickupLocation: car.location,
      dropoffLocation: car.location,
      customerInfo: {
        firstName: FIRST_NAMES[customers % FIRST_NAMES.length] ?? '',
        lastName: LAST_NAMES[customers % LAST_NAMES.length] ?? '',
        phone: `0722 ${String(700_000 + customers).replace(/(\d{3})(\d{3})/, '$1 $2')}`,
      },
      ...paid(paidBy),
    }
    const { data: booking } = await call('POST /api/admin/bookings', { body }, nextClerk())
    return { booking, car, bookingId: booking._id }
  }

  async function takeDeposit({ bookingId }: Hire, paidBy: DeskMethod = 'cash') {
    const request = { params: { bookingId }, body: paid(paidBy) }
    await call('POST /api/admin/booking/:bookingId/deposit/take', request, nextClerk())
  }

  /** The car leaves with its deposit taken, with whoever an admin lets drive. */
  async function handOver(hired: Hire, admin: { token: string }, km = 42_000) {
    const params = { bookingId: hired.bookingId }
    const body = { reason: 'The papers were seen at the counter' }
    await call('POST /api/admin/booking/:bookingId/driver/waive', { params, body }, admin)
    const clerk = nextClerk()
    const report = await reportOf(hired, 'handover', clerk)
    const request = { params, body: { km, kmConfirmed: true as const, fuel: 8, report } }
    await call('POST /api/admin/booking/:bookingId/handover', request, clerk)
  }

  /** The car comes back with less fuel, which is paid in this way. */
  async function takeBack(hired: Hire, paidBy: DeskMethod | 'deposit' | 'none', km = 42_200) {
    const params = { bookingId: hired.bookingId }
    const clerk = nextClerk()
    const report = await reportOf(hired, 'return', clerk)
    const charges = [{ kind: 'fuel' as const, amount: 2_400, quantity: 2 }]
    const chargesPayment = paid(paidBy)
    const request = { params, body: { km, fuel: 6, report, charges, chargesPayment } }
    await call('POST /api/admin/booking/:bookingId/return', request, clerk)
  }

  const close = async () => {
    for (const car of cars) await car.retire()
  }
  return { clerks, cars, nextClerk, hire, takeDeposit, handOver, takeBack, close }
}
export type Firm = Awaited<ReturnType<typeof openFirm>>

/** What a clerk says of how money came in; an M-Pesa code that nobody reported is a difference of the day. */
function paid<Way extends DeskMethod | 'deposit' | 'none'>(paidBy: Way) {
  if (paidBy === 'mpesa') return { paidBy, code: newMpesaCode() }
  if (paidBy === 'none' || paidBy === 'deposit') return { paidBy }
  return { paidBy, note: 'Counted at the desk' }
}

const signature = { strokes: [[40, 120, 90, 40, 140, 180, 200, 60, 260, 170, 300, 60, 420, 150]] }

/** The report of a car's condition, with its eight photos. */
async function reportOf({ booking, bookingId }: Hire, kind: ReportKind, clerk: Person) {
  const draftId = randomUUID()
  const start = 'POST /api/admin/booking/:bookingId/condition/:kind/start'
  await call(start, { params: { bookingId, kind }, body: { draftId } }, clerk)
  const photoIds: string[] = []
  for (const position of GUIDED_POSITIONS) {
    const photoId = randomUUID()
    photoIds.push(photoId)
    const address = `/api/admin/booking/${bookingId}/condition/${kind}/photo`
    await postForm(address, clerk.token, { draftId, photoId, position, photo: photoBlob() })
  }
  const { firstName, lastName } = booking.customerInfo
  const signerName = `${firstName} ${lastName}`
  return {
    draftId,
    photoIds,
    marks: [],
    equipment: [],
    signature,
    signerName,
    signedAt: new Date().toISOString(),
  }
}
