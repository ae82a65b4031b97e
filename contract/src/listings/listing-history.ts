import * as z from 'zod/mini'
import { REVIEWED_FIELDS } from './edit-review.ts'
import { REPORT_REASONS } from './listing-choices.ts'

const fields = z.array(z.enum(REVIEWED_FIELDS))
/** Older events have months alone. */
const time = { months: z.int(), days: z.optional(z.int()) }

/**
 * What can happen to a listing, as a code with its parameters. The history of a listing stores these;
 * `listing-labels.ts` has the words.
 */
export const ListingEvent = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'listed',
      /** The seller of a draft paid, or says so. */
      'resubmitted',
      'marked_sold',
      'marked_available',
      'edit_withdrawn',
      'deleted',
      'verified',
      'rejected',
      'suspended',
      'restored',
      /** Staff looked into the reports of readers. */
      'reports_closed',
      /** The seller has another name, and staff saw it; the note is the name. */
      'seller_name_checked',
      'expired',
      /** Further changes of the seller on this day are not recorded. */
      'changes_omitted',
    ]),
  }),
  /** `fields` wait for a review before buyers see them. */
  z.object({ code: z.literal('edited'), fields }),
  z.object({ code: z.literal('edit_approved'), fields }),
  z.object({ code: z.literal('edit_refused'), fields }),
  /** Older events do not name the payment, whose code the note has where it is known. */
  z.object({ code: z.literal('paid'), amount: z.int(), ...time, paymentId: z.optional(z.string()) }),
  /** Another amount was paid than staff had approved; `from` counted until then. */
  z.object({
    code: z.literal('payment_corrected'),
    receipt: z.string(),
    from: z.int(),
    amount: z.int(),
    ...time,
  }),
  /** A payment left the books, and what it had bought with it. */
  z.object({ code: z.literal('payment_undone'), receipt: z.string(), amount: z.int(), ...time }),
  z.object({ code: z.literal('days_taken_back'), days: z.int() }),
  z.object({ code: z.literal('money_given_back'), amount: z.int() }),
  z.object({ code: z.literal('went_live'), ...time }),
  z.object({ code: z.literal('extended'), days: z.int() }),
  z.object({ code: z.literal('payment_overdue'), days: z.int() }),
  z.object({ code: z.literal('reported'), reason: z.enum(REPORT_REASONS) }),
])
export type ListingEvent = z.output<typeof ListingEvent>
