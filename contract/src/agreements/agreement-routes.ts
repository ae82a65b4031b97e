import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id } from '../text.ts'

/** A rental agreement is made when the car is handed over, a return report when it comes back. */
export const AGREEMENT_KINDS = ['handover', 'return'] as const
export type AgreementKind = (typeof AGREEMENT_KINDS)[number]

/** `AG-48213-90577`: random, so that nobody can guess one number from another. */
const AgreementNumber = z.string().check(z.regex(/^AG-\d{5}-\d{5}$/))

/** An agreement of a booking, with a link that only this account can open, for five minutes. */
export const Agreement = z.object({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(AGREEMENT_KINDS),
  madeAt: z.string(),
  /** Null once the file was deleted with the account of the customer. */
  link: z.nullable(z.string()),
})
export type Agreement = z.output<typeof Agreement>

/** What anybody who has the number of an agreement is told of it. */
export const AgreementCheck = z.object({
  number: z.string(),
  kind: z.enum(AGREEMENT_KINDS),
  madeAt: z.string(),
  /** The first letters of the renter's name, such as `A. O.`; empty where none is known. */
  renter: z.string(),
  /** The first letters of the name of the member of staff. */
  staff: z.string(),
  /** Whether the file with the given hash is the one that was made; null where no hash was given. */
  isSame: z.nullable(z.boolean()),
})
export type AgreementCheck = z.output<typeof AgreementCheck>

export const agreementRoutes = defineRoutes({
  'GET /api/booking/:bookingId/agreements': {
    summary: 'The rental agreement and the return report of a booking',
    access: 'user',
    personalData: true,
    params: z.object({ bookingId: Id }),
    reply: z.object({
      success: z.literal(true),
      data: z.array(Agreement),
      /** Those that will be ready soon. */
      beingMade: z.array(z.enum(AGREEMENT_KINDS)),
    }),
    errors: ['booking_not_found'],
  },
  'GET /api/agreement/:number': {
    summary: 'Whether a file is the agreement that was made under a number',
    access: 'anyone',
    params: z.object({ number: AgreementNumber }),
    query: z.object({
      /** The sha256 of the file, in hex. The file itself stays where it is. */
      hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    }),
    reply: z.object({ success: z.literal(true), data: AgreementCheck }),
    errors: ['agreement_not_found', 'rate_limited'],
    limits: [{ per: 'address', max: 120, seconds: 3600 }],
  },
})
