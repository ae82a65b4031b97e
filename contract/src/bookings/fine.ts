import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { readNumberPlate } from '../cars/number-plate.ts'
import { CustomerReach } from '../notifications/customer-reach.ts'
import { PrivateFile } from '../private-files/private-file-routes.ts'
import { formShillings, optionalLine, optionalParagraphs, RecordedDay } from '../text.ts'
import { ChargeDispute } from './condition/charge-dispute.ts'
import { MOST_CHARGED } from './condition/charges.ts'

/** A number plate as typed; every fine has one. */
const PlateInput = z.pipe(
  z.string({ error: m.validation_number_plate }).check(z.maxLength(30, { error: m.validation_number_plate })),
  z.transform((typed, context) => {
    const plate = readNumberPlate(typed)
    if (plate !== undefined) return plate
    context.issues.push({ code: 'custom', message: m.validation_number_plate(), input: typed })
    return z.NEVER
  }),
)

/** When and with which car, as on the paper; in Nairobi. */
const offence = {
  plate: PlateInput,
  day: RecordedDay,
  time: z
    .string({ error: m.validation_fine_time })
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.validation_fine_time })),
}

export const OffenceQuery = z.object(offence)

/** A fine as staff types it from its paper; the server finds whose it is. */
export const FineInput = z.object({
  ...offence,
  amount: formShillings(1, MOST_CHARGED, m.validation_fine_amount),
  reference: optionalLine(60),
  note: optionalParagraphs(600),
})
export type FineInput = z.output<typeof FineInput>

/** A fine of a rental as its customer sees it, in whole shillings, with a link to its paper for one account. */
export const Fine = z.object({
  _id: z.string(),
  numberPlate: z.string(),
  offenceAt: z.string(),
  amount: z.int(),
  /** Of whoever fines; may be empty. */
  reference: z.string(),
  recordedAt: z.string(),
  withdrawnAt: z.nullable(z.string()),
  /** Null once it is deleted. */
  paper: z.nullable(PrivateFile),
  dispute: z.nullable(ChargeDispute),
  /** What of it is charged now: less what was withdrawn of it. */
  charged: z.int(),
  disputableUntil: z.string(),
})
export type Fine = z.output<typeof Fine>

/** The rental in which a car was out at a moment; `until` is null while it is out. */
export const FinedRental = z.object({
  _id: z.string(),
  reference: z.string(),
  customer: z.string(),
  reach: CustomerReach,
  from: z.string(),
  until: z.nullable(z.string()),
})
export type FinedRental = z.output<typeof FinedRental>

/** The same for staff. */
export const AdminFine = z.extend(Fine, {
  carId: z.string(),
  carName: z.string(),
  /** Null where the fine is our own. */
  rental: z.nullable(
    z.object({ _id: z.string(), reference: z.string(), customer: z.string(), reach: CustomerReach }),
  ),
  note: z.string(),
  recordedBy: z.string(),
  withdrawnBy: z.nullable(z.string()),
  withdrawalReason: z.string(),
})
export type AdminFine = z.output<typeof AdminFine>

/** Whose a fine would be: no car of ours, a car that was not rented then, or a rental. */
export const FineMatch = z.object({
  car: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  rental: z.nullable(FinedRental),
})
export type FineMatch = z.output<typeof FineMatch>

/** What staff lists: charged to a customer, our own, recorded by mistake. */
export const FINE_TABS = ['charged', 'own', 'withdrawn'] as const
export type FineTab = (typeof FINE_TABS)[number]
