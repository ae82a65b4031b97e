import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { searchText } from '../payments/mpesa-code-input.ts'
import { Id, optionalParagraphs, pageQuery, pageReply, paragraphs, SeenAt } from '../text.ts'
import { AdminListing, AdminListingDetail } from './listing.ts'
import { LISTING_QUEUES } from './listing-choices.ts'
import { PaidAmount } from './listing-fields.ts'

const ListingId = z.object({ listingId: Id })
const DecisionReply = z.object({ success: z.literal(true), message: z.string(), data: AdminListing })
/** The M-Pesa code that staff looked at; another proof may have arrived meanwhile. */
const Code = z.optional(z.string().check(z.trim(), z.maxLength(20)))
const WithReason = z.object({ reason: paragraphs(500, m.validation_reason_missing) })
const WithNote = z.object({ note: optionalParagraphs(500) })
/** `updatedAt` and the name of the seller as staff saw them, so that what changed since then is not verified. */
const SeenNote = z.extend(WithNote, {
  updatedAt: z.optional(SeenAt),
  sellerName: z.optional(z.string().check(z.maxLength(200))),
})

const Days = z
  .int({ error: m.validation_extension_days })
  .check(z.gte(1, { error: m.validation_extension_days }), z.lte(90, { error: m.validation_extension_days }))

/** The edit that staff looked at, so that later values are not approved. */
const EditId = z.object({ editId: Id })

const filter = {
  queue: z.optional(z.enum(LISTING_QUEUES)),
  search: z.optional(searchText()),
  accountId: z.optional(Id),
}

const errors = ['listing_not_found', 'listing_wrong_state'] as const

/** The admin routes of listings: queues to review and the decisions of staff. */
export const listingAdminRoutes = defineRoutes({
  'GET /api/admin/listings': {
    summary: 'Listings that wait for staff, the longest waiting first; or all',
    access: 'staff',
    personalData: true,
    query: pageQuery(filter, 50),
    reply: pageReply(AdminListing, {
      /** The name of the account filtered by. */
      whose: z.nullable(z.string()),
      counts: z.object({ payment: z.int(), verification: z.int(), reported: z.int(), suspended: z.int() }),
    }),
    errors: [],
  },
  'GET /api/admin/listings.csv': {
    summary: 'The same listings as a table to download, at most 50,000 of them',
    access: 'staff',
    right: 'people',
    personalData: true,
    fresh: true,
    query: z.object(filter),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
  'GET /api/admin/listing/:listingId': {
    summary: 'All that staff needs to decide on one listing',
    access: 'staff',
    personalData: true,
    params: ListingId,
    reply: z.object({ success: z.literal(true), data: AdminListingDetail }),
    errors: ['listing_not_found'],
  },
  'POST /api/admin/listing/:listingId/approve-payment': {
    summary: 'Accept a payment that was seen in the account; `amount` when another sum arrived',
    access: 'staff',
    right: 'payments',
    params: ListingId,
    body: z.object({ amount: z.optional(PaidAmount), code: Code, note: optionalParagraphs(500) }),
    reply: DecisionReply,
    errors: [...errors, 'listing_plan_unknown', 'mpesa_code_used'],
  },
  'POST /api/admin/listing/:listingId/reject-payment': {
    summary: 'Refuse a payment; the seller may send another',
    access: 'staff',
    right: 'payments',
    params: ListingId,
    body: z.extend(WithReason, { code: Code }),
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/verify': {
    summary: 'The car was checked: show it to everybody',
    access: 'staff',
    params: ListingId,
    body: SeenNote,
    reply: DecisionReply,
    errors: [...errors, 'changed_meanwhile'],
  },
  'POST /api/admin/listing/:listingId/reject': {
    summary: 'The car does not pass the check; its seller is told why',
    access: 'staff',
    params: ListingId,
    body: WithReason,
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/give-money-back': {
    summary: 'The car cannot be verified: what was paid for a period that has not begun is owed back',
    access: 'staff',
    right: 'payments',
    params: ListingId,
    body: WithReason,
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/approve-edit': {
    summary: 'The changes of a verified car were checked: show them to everybody',
    access: 'staff',
    params: ListingId,
    body: z.extend(WithNote, EditId.shape),
    reply: DecisionReply,
    errors: [...errors, 'changed_meanwhile'],
  },
  'POST /api/admin/listing/:listingId/refuse-edit': {
    summary: 'The changes do not pass the check; the verified version stays, and the seller is told why',
    access: 'staff',
    params: ListingId,
    body: z.extend(WithReason, EditId.shape),
    reply: DecisionReply,
    errors: [...errors, 'changed_meanwhile'],
  },
  'POST /api/admin/listing/:listingId/suspend': {
    summary: 'Take a listing off the market until staff restores it',
    access: 'staff',
    params: ListingId,
    body: WithReason,
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/close-reports': {
    summary: 'The reports of a listing were looked into: they wait no longer, and stay with it',
    access: 'staff',
    params: ListingId,
    body: WithReason,
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/restore': {
    summary: 'End a suspension',
    access: 'staff',
    params: ListingId,
    body: WithNote,
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/correct-payment': {
    summary: 'Another amount was paid than staff approved: the books and the paid time follow it',
    access: 'staff',
    right: 'payments',
    params: ListingId,
    body: z.extend(WithReason, {
      code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
      amount: PaidAmount,
    }),
    reply: DecisionReply,
    errors: [...errors, 'payment_wrong_state', 'payment_needs_second_person', 'amount_too_small'],
  },
  'POST /api/admin/listing/:listingId/take-days-back': {
    summary: 'Days that were given free of charge by a slip are taken back',
    access: 'staff',
    params: ListingId,
    body: z.extend(WithReason, { days: Days }),
    reply: DecisionReply,
    errors,
  },
  'POST /api/admin/listing/:listingId/extend': {
    summary: 'Give a listing more days, free of charge',
    access: 'staff',
    params: ListingId,
    body: z.extend(WithReason, { days: Days }),
    reply: DecisionReply,
    errors,
  },
})
