import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { PrivateFile } from '../private-files/private-file-routes.ts'
import { BirthDate, DayInput, line } from '../text.ts'
import {
  DRIVER_PROBLEMS,
  IDENTITY_KINDS,
  isForeignLicenceNumber,
  isIdentityNumber,
  isKenyanLicenceNumber,
  LICENCE_CLASSES,
  plainIdentityNumber,
  plainLicenceNumber,
} from './driver-rules.ts'

export const DRIVER_STATUSES = ['submitted', 'approved', 'refused'] as const
export type DriverStatus = (typeof DRIVER_STATUSES)[number]

/** A foreign licence is accepted in English or with an international permit. */
export const LICENCE_ORIGINS = ['kenya', 'english', 'international_permit'] as const

export const REFUSAL_REASONS = [
  'photo_unreadable',
  'details_differ',
  'licence_expired',
  'class_insufficient',
  'too_young',
  'not_genuine',
] as const
export type DriverRefusalReason = (typeof REFUSAL_REASONS)[number]

/** The photos of a driver's papers, as fields of the form. */
export const DRIVER_PHOTOS = {
  licenceFront: 'licence_front',
  licenceBack: 'licence_back',
  identityFront: 'identity_front',
} as const

const DriverPhotoKind = z.enum(Object.values(DRIVER_PHOTOS))
export type DriverPhotoKind = z.output<typeof DriverPhotoKind>

/** A photo that looks like one that was sent for another person, or for another paper of the same. */
export const DriverPhotoRepeat = z.object({
  photo: DriverPhotoKind,
  of: DriverPhotoKind,
  /** Null where it is among the same papers. */
  driver: z.nullable(z.object({ _id: z.string(), fullName: z.string() })),
})
export type DriverPhotoRepeat = z.output<typeof DriverPhotoRepeat>

/** What a driver types; the photos are the files of the form. */
export const DriverPapers = z
  .object({
    fullName: line(100),
    birthDate: BirthDate,
    licenceNumber: z.pipe(line(40), z.transform(plainLicenceNumber)),
    licenceOrigin: z.enum(LICENCE_ORIGINS),
    licenceClass: z.enum(LICENCE_CLASSES),
    licenceExpires: DayInput,
    identityKind: z.enum(IDENTITY_KINDS),
    identityNumber: z.pipe(line(40), z.transform(plainIdentityNumber)),
  })
  .check(
    z.refine(
      ({ licenceOrigin, licenceNumber }) =>
        licenceOrigin === 'kenya'
          ? isKenyanLicenceNumber(licenceNumber)
          : isForeignLicenceNumber(licenceNumber),
      { error: () => m.validation_licence_number(), path: ['licenceNumber'] },
    ),
    z.refine(({ identityKind, identityNumber }) => isIdentityNumber(identityKind, identityNumber), {
      error: () => m.validation_identity_number(),
      path: ['identityNumber'],
    }),
    z.refine(({ birthDate, licenceExpires }) => birthDate < licenceExpires, {
      error: () => m.validation_birth_date(),
      path: ['birthDate'],
    }),
  )
export type DriverPapers = z.output<typeof DriverPapers>

/** Why staff took an approval back, as the customer reads it. The papers count as refused from then on. */
export const DriverWithdrawal = z.object({ at: z.string(), reason: z.string() })

/** A driver's papers, for their account and for staff. */
export const Driver = z.object({
  _id: z.string(),
  fullName: z.string(),
  birthDate: z.string(),
  licenceNumber: z.string(),
  licenceOrigin: z.enum(LICENCE_ORIGINS),
  licenceClass: z.enum(LICENCE_CLASSES),
  licenceExpires: z.string(),
  identityKind: z.enum(IDENTITY_KINDS),
  identityNumber: z.string(),
  status: z.enum(DRIVER_STATUSES),
  refusalReason: z.nullable(z.enum(REFUSAL_REASONS)),
  withdrawal: z.nullable(DriverWithdrawal),
  submittedAt: z.string(),
  photos: z.array(PrivateFile),
})
export type Driver = z.output<typeof Driver>

/** A driver beside a booking: what keeps them from driving on its days. */
export const DriverOfBooking = z.extend(Driver, {
  problems: z.array(z.enum(DRIVER_PROBLEMS)),
  /** Approved, but does not drive in this booking. */
  isTakenOut: z.boolean(),
})
export type DriverOfBooking = z.output<typeof DriverOfBooking>

/** The same for staff, with the number to compare with the card; all other numbers and photos are on the page of the driver. */
export const BookingDriver = z.extend(
  z.pick(DriverOfBooking, {
    _id: true,
    fullName: true,
    licenceNumber: true,
    licenceExpires: true,
    status: true,
    refusalReason: true,
    problems: true,
  }),
  {
    withdrawal: z.nullable(z.extend(DriverWithdrawal, { by: z.string() })),
    takenOut: z.nullable(z.extend(DriverWithdrawal, { by: z.string() })),
  },
)
export type BookingDriver = z.output<typeof BookingDriver>

/** An admin's decision that a car leaves without an approved driver. */
export const DriverWaiver = z.object({ at: z.string(), by: z.string(), reason: z.string() })
export type DriverWaiver = z.output<typeof DriverWaiver>
