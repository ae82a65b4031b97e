import * as z from 'zod/mini'
import { SETTLED_BY_OR_LATER } from '../payments/desk-payment.ts'
import { storedDocument } from '../stored-document.ts'

const Return = z.object({ endDate: z.string(), dropoffTime: z.string() })

/** What an event in the history of a booking was about, in codes and numbers; null where it was about nothing of the kind. */
export const EventFacts = z.object({
  /** Whole shillings. */
  amount: z._default(z.nullable(z.int()), null),
  paidBy: z._default(z.nullable(z.enum(SETTLED_BY_OR_LATER)), null),
  /** When the car was due back before and after. */
  returns: z._default(z.nullable(z.object({ from: Return, to: Return })), null),
})
export type EventFacts = z.output<typeof EventFacts>

export const eventFactsDocument = /* @__PURE__ */ storedDocument('facts of an event', EventFacts)
