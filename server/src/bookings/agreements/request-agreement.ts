import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { GUIDED_POSITIONS, type ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { baseLocale, isLocale } from '@twende/messages/runtime'
import { accountFilterName } from '../../accounts/admin/read-accounts.ts'
import { knownCar } from '../../cars/read-cars.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { type AdminBookingRow, findAdminBooking } from '../admin/admin-booking-store.ts'
import { findConditionReports, type StoredConditionReport } from '../condition/read-reports.ts'
import { findDepositOf } from '../deposit/deposit-store.ts'
import { dailyPricesOf } from '../price-of-rental.ts'
import { type AgreementContent, agreementContent, type ContentReport } from './agreement-content.ts'
import { insertDraft } from './agreement-store.ts'

/**
 * Keeps what was agreed, in the transaction that hands the car over or takes it back, after everything else in it. The PDF is
 * made of it after the commit, so that a change of the booking in between changes no agreement.
 */
export async function requestAgreement(
  tx: Db,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  input: AgreementInput,
  now: Date,
): Promise<void> {
  const { bookingId, kind } = input
  const content = await collectContent(tx, deps, input)
  await insertDraft(tx, { bookingId, kind, content: agreementContent.write(content), now })
  await deps.jobs.enqueue(tx, 'make-agreement', { bookingId, kind })
}

type AgreementInput = {
  bookingId: string
  kind: AgreementKind
  /** The member of staff who hands the car over or takes it back. */
  staffId: string
}

/** What the agreement of a booking says, as everything is in this transaction. */
export async function collectContent(
  tx: Db,
  { config }: Pick<AppDeps, 'config'>,
  { bookingId, kind, staffId }: AgreementInput,
): Promise<AgreementContent> {
  const booking = await findAdminBooking(tx, bookingId)
  if (!booking?.handover) throw new Error('an agreement is made of a car that was handed over')
  const settings = await readSettings(tx, config)
  const staffName = await accountFilterName(tx, staffId)
  const deposit = await findDepositOf(tx, bookingId)
  const reports = await findConditionReports(tx, bookingId)
  const reportOf = (of: ReportKind) => contentOf(reports.find((report) => report.kind === of))
  const car = await knownCar(tx, booking.car_id, config.publicUrl)
  return {
    kind,
    // Of a booking that staff keeps for somebody without an account, staff's own.
    language: isLocale(booking.account_locale) ? booking.account_locale : baseLocale,
    bookingReference: booking.reference,
    business: { name: settings.businessName, phone: settings.whatsappNumber },
    customer: customerOf(booking),
    car: {
      // The name under which it was booked; the rest as the car is.
      name: carSnapshotDocument.read(booking.car_snapshot).name,
      category: car.category,
      numberPlate: booking.number_plate,
      seats: car.seats,
      transmission: car.transmission,
      fuelType: car.fuelType,
    },
    rental: rentalOf(booking),
    price: priceOf(booking),
    deposit: deposit?.waived_at === null ? deposit.amount : 0,
    cancellation: booking.cancellation_terms,
    rentalTerms: booking.rental_terms,
    handover: { ...handoverDocument.read(booking.handover), report: reportOf('handover') },
    returned:
      kind === 'return' && booking.handover_return !== null
        ? { ...returnDocument.read(booking.handover_return), report: reportOf('return') }
        : null,
    staff: { accountId: staffId, name: staffName ?? '' },
  }
}

/** What an agreement says of a report: of its photos the eight of the walk around the car, in their order. */
function contentOf(report: StoredConditionReport | undefined): ContentReport | null {
  if (!report) return null
  const { marks, equipment, photos, signature, signerName, signedAt } = report
  const guided = GUIDED_POSITIONS.flatMap((position) => {
    const photo = photos.find((one) => one.position === position)
    return photo ? [{ position, fileId: photo.fileId }] : []
  })
  return { marks, equipment, photos: guided, signature, signerName, signedAt }
}

function customerOf(booking: AdminBookingRow): AgreementContent['customer'] {
  const { firstName, lastName, ...rest } = customerDocument.read(booking.customer_info)
  return { ...rest, name: fullName({ firstName, lastName }) }
}

function rentalOf(booking: AdminBookingRow): AgreementContent['rental'] {
  return {
    startDate: booking.start_date,
    pickupTime: booking.pickup_time,
    pickupLocation: booking.pickup_location,
    endDate: booking.end_date,
    dropoffTime: booking.dropoff_time,
    dropoffLocation: booking.dropoff_location,
    totalDays: booking.total_days,
    deliveryAddress: booking.delivery_address,
    collectionAddress: booking.collection_address,
  }
}

function priceOf(booking: AdminBookingRow): AgreementContent['price'] {
  return {
    ...dailyPricesOf(booking),
    insuranceCost: booking.insurance_cost,
    discount: booking.discount,
    extras: readBookedExtras(booking.extras),
    finalAmount: booking.final_amount,
  }
}
