import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { AgreementKind } from '@twende/contract/agreements/agreement-routes.ts'
import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { GUIDED_POSITIONS, type ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { baseLocale, isLocale, type Locale } from '@twende/messages/runtime'
import { accountFilterName } from '../../accounts/admin/read-accounts.ts'
import { getCar } from '../../cars/read-cars.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { findApprovedDrivers } from '../../drivers/read-drivers.ts'
import { findOwed, sumPaidFor } from '../../payments/ledger/post-payment.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { type AdminBookingRow, findAdminBooking } from '../admin/admin-booking-store.ts'
import { findConditionReports, type StoredConditionReport } from '../condition/read-reports.ts'
import { heldOf } from '../deposit/deposit-payable.ts'
import { findDepositOf } from '../deposit/deposit-store.ts'
import { dailyPricesOf } from '../price-of-rental.ts'
import {
  type AgreementContent,
  type AgreementTerms,
  agreementContent,
  type ContentReport,
} from './agreement-content.ts'
import { findAgreementLanguage, insertDraft } from './agreement-store.ts'

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
  /** The member of staff who hands the car over, takes it back or changes the rental; null where the customer changed it. */
  staffId: string | null
  /** In which the renter read it; undefined where that is not known. */
  language?: Locale | undefined
}

/** What the agreement of a booking says, as everything is in this transaction. */
export async function collectContent(
  tx: Db,
  deps: Pick<AppDeps, 'config'>,
  input: AgreementInput,
): Promise<AgreementContent> {
  const booking = await findAdminBooking(tx, input.bookingId)
  if (!booking?.handover) throw new Error('an agreement is made of a car that was handed over')
  const terms = await collectTerms(tx, deps, booking, input)
  const reports = await findConditionReports(tx, input.bookingId)
  const reportOf = (of: ReportKind) => contentOf(reports.find((report) => report.kind === of))
  return {
    ...terms,
    handover: { ...handoverDocument.read(booking.handover), report: reportOf('handover') },
    returned:
      input.kind === 'return' && booking.handover_return !== null
        ? { ...returnDocument.read(booking.handover_return), report: reportOf('return') }
        : null,
    addendum: null,
  }
}

/** What is agreed on, apart from the condition of the car. */
export async function collectTerms(
  tx: Db,
  { config }: Pick<AppDeps, 'config'>,
  booking: AdminBookingRow,
  { kind, staffId, language }: AgreementInput,
): Promise<AgreementTerms> {
  const settings = await readSettings(tx, config)
  const staffName = staffId === null ? undefined : await accountFilterName(tx, staffId)
  const drivers = await findApprovedDrivers(tx, booking.id)
  const car = await getCar(tx, booking.car_id, config.publicUrl)
  return {
    kind,
    language: language ?? (await languageOf(tx, booking)),
    bookingReference: booking.reference,
    business: { name: settings.businessName, phone: settings.whatsappNumber },
    customer: customerOf(booking),
    drivers: drivers.map(({ fullName, licenceNumber, identityKind, identityNumber }) => ({
      name: fullName,
      licenceNumber,
      identityKind,
      identityNumber,
    })),
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
    money: await moneyOf(tx, booking),
    ...(await depositOf(tx, booking.id)),
    cancellation: booking.cancellation_terms,
    rentalTerms: booking.rental_terms,
    staff: { accountId: staffId ?? '', name: staffName ?? '' },
  }
}

/** That in which the car was handed over; before, that of the customer, or of whoever booked for a customer without an account. */
async function languageOf(tx: Db, { id, account_locale }: AdminBookingRow): Promise<Locale> {
  const signed = await findAgreementLanguage(tx, id)
  if (isLocale(signed)) return signed
  return isLocale(account_locale) ? account_locale : baseLocale
}

async function moneyOf(tx: Db, booking: AdminBookingRow): Promise<AgreementContent['money']> {
  const paid = await sumPaidFor(tx, 'booking', booking.id)
  const { owed } = await findOwed(tx, 'booking', booking.id)
  return { paid, owed }
}

async function depositOf(tx: Db, bookingId: string) {
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) return { deposit: 0, depositHeld: null, depositWaived: 0 }
  if (deposit.waived_at !== null) return { deposit: 0, depositHeld: 0, depositWaived: deposit.amount }
  return { deposit: deposit.amount, depositHeld: await heldOf(tx, deposit), depositWaived: 0 }
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
    pricePerDay: booking.price_per_day,
  }
}
