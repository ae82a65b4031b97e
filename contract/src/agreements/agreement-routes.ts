import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id } from '../text.ts'
import { AGREEMENT_KINDS, Agreement, AgreementCheck, AgreementNumber } from './agreement.ts'

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
