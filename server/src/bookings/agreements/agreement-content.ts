import { AGREEMENT_KINDS } from '@twende/contract/agreements/agreement-routes.ts'
import { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { Charge } from '@twende/contract/bookings/condition/charges.ts'
import {
  EQUIPMENT,
  GUIDED_POSITIONS,
  MARK_KINDS,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { IDENTITY_KINDS } from '@twende/contract/drivers/driver-rules.ts'
import { SETTLED_BY_OR_LATER } from '@twende/contract/payments/desk-payment.ts'
import { storedDocument } from '@twende/contract/stored-document.ts'
import { locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'

const Person = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  licenseNumber: z.string(),
  address: z.string(),
})

/** Somebody who was approved to drive, with the numbers of the papers that staff compared. */
const NamedDriver = z.object({
  name: z.string(),
  licenceNumber: z.string(),
  identityKind: z.enum(IDENTITY_KINDS),
  identityNumber: z.string(),
})

const ChangedRental = z.object({
  endDate: z.string(),
  dropoffTime: z.string(),
  totalDays: z.int(),
  finalAmount: z.int(),
})

/** A report of the car's condition; its photos are ids of private files. */
const Report = z.object({
  marks: z.array(
    z.object({
      x: z.int(),
      y: z.int(),
      kind: z.enum(MARK_KINDS),
      note: z.string(),
      isNew: z.boolean(),
    }),
  ),
  equipment: z.array(z.enum(EQUIPMENT)),
  photos: z.array(z.object({ position: z.enum(GUIDED_POSITIONS), fileId: z.string() })),
  signature: z.nullable(z.object({ strokes: z.array(z.array(z.int())) })),
  signerName: z.string(),
  signedAt: z.string(),
})
export type ContentReport = z.output<typeof Report>

/** `fuel` in eighths of a tank; null where it was not written down as such. */
const Condition = z.object({
  km: z.int(),
  fuel: z.nullable(z.int()),
  note: z.string(),
  at: z.string(),
  report: z._default(z.nullable(Report), null),
})
export type ContentCondition = z.output<typeof Condition>

/**
 * What an agreement says: codes and numbers, as they were in the transaction that handed the car over or took it back. What is
 * missing has no section.
 */
const Content = z.object({
  kind: z.enum(AGREEMENT_KINDS),
  language: z.enum(locales),
  bookingReference: z.string(),
  business: z.object({ name: z.string(), phone: z.string() }),
  customer: Person,
  /** Empty where a chauffeur drives, and in agreements of an earlier layout. */
  drivers: z._default(z.array(NamedDriver), []),
  car: z.object({
    name: z.string(),
    category: z.string(),
    numberPlate: z.nullable(z.string()),
    seats: z.int(),
    transmission: z.enum(TRANSMISSIONS),
    fuelType: z.enum(FUEL_TYPES),
  }),
  rental: z.object({
    startDate: z.string(),
    pickupTime: z.string(),
    pickupLocation: z.string(),
    endDate: z.string(),
    dropoffTime: z.string(),
    dropoffLocation: z.string(),
    totalDays: z.int(),
    /** Where the car is brought and collected; empty where it is at the place itself. */
    deliveryAddress: z._default(z.string(), ''),
    collectionAddress: z._default(z.string(), ''),
  }),
  price: z.object({
    /** The price of each day. */
    dailyPrices: z.array(z.object({ price: z.int(), insurance: z.int() })),
    insuranceCost: z.int(),
    discount: z.int(),
    discountPercent: z.int(),
    /** Each extra with its price. */
    extras: z._default(z.array(ExtraLine), []),
    finalAmount: z.int(),
    /** What a further day costs; 0 where it was not written down. */
    pricePerDay: z._default(z.int(), 0),
  }),
  /** What was paid for the rental and what is owed; null where it was not written down. */
  money: z._default(z.nullable(z.object({ paid: z.int(), owed: z.int() })), null),
  /** Shillings; 0 where none is taken. */
  deposit: z.int(),
  /** What of it is held; null where it was not written down. */
  depositHeld: z._default(z.nullable(z.int()), null),
  /** The deposit that somebody of staff waived. */
  depositWaived: z._default(z.int(), 0),
  /** The terms of the return under which it was booked, as the booking stores them: a `bookedTermsDocument`. */
  rentalTerms: z.unknown(),
  /** The policy under which it was booked, as the booking stores it: a `cancellationDocument`. */
  cancellation: z.unknown(),
  handover: Condition,
  /** Of a return report alone. */
  returned: z.nullable(
    z.extend(Condition, {
      charges: z.array(Charge),
      chargesPaidBy: z.nullable(z.enum(SETTLED_BY_OR_LATER)),
      chargesNote: z.string(),
      chargesPaidOn: z._default(z.nullable(z.string()), null),
    }),
  ),
  /** Of an addendum alone: what was changed, and who accepted it; the acceptance is empty until then. */
  addendum: z._default(
    z.nullable(
      z.object({
        sequence: z.int(),
        madeAt: z.string(),
        from: ChangedRental,
        to: ChangedRental,
        addedDrivers: z._default(z.array(NamedDriver), []),
        removedDrivers: z._default(z.array(NamedDriver), []),
        acceptedAt: z.string(),
        accepterName: z.string(),
      }),
    ),
    null,
  ),
  staff: z.object({ accountId: z.string(), name: z.string() }),
})
export type AgreementContent = z.output<typeof Content>
/** What an agreement says apart from the condition of the car. */
export type AgreementTerms = Omit<AgreementContent, 'handover' | 'returned' | 'addendum'>

/** In version 1 charges counted as cash, whatever the text said of how they were paid. */
export const agreementContent = storedDocument('content of an agreement', Content, [chargesInCash])

function chargesInCash({ returned, ...stored }: Record<string, unknown>) {
  if (typeof returned !== 'object' || returned === null) return { ...stored, returned: null }
  const note = 'chargesPaidBy' in returned ? returned.chargesPaidBy : ''
  return {
    ...stored,
    returned: { ...returned, chargesPaidBy: note === '' ? null : 'cash', chargesNote: note },
  }
}
