import { baseLocale, locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import { FilterCounts } from '../cars/car-search.ts'
import { defineRoutes } from '../http/route.ts'
import { Payment } from '../payments/payment.ts'
import { Id, line, optionalParagraphs, Pagination, queryNumber } from '../text.ts'
import { Listing, OwnListing, PriceGuide, ReportReason } from './listing.ts'
import { CONTACT_WAYS, SHOWN_ON_OPENING } from './listing-choices.ts'
import { ListingSearch } from './listing-search.ts'
import { ListingEdit, ListingRenewal, SellSubmission } from './sell-submission.ts'

const CarId = z.object({ carId: Id })
const ById = z.object({ id: Id })
const Done = z.object({ success: z.literal(true), message: z.string() })

export const listingRoutes = defineRoutes({
  'GET /api/sell/list': {
    summary:
      'The cars for sale: the newest thousand without a query, filtered and paged with one; the header Link leads on',
    access: 'anyone',
    query: ListingSearch,
    reply: z.object({
      success: z.literal(true),
      data: z.array(Listing),
      counts: z.object({ verified: z.int(), available: z.int() }),
      /** How many there are on all pages. */
      total: z.int(),
      pagination: z.optional(Pagination),
    }),
    errors: [],
  },
  'GET /api/sell/filter-counts': {
    summary: 'How many cars for sale each choice of a filter would leave',
    access: 'anyone',
    query: ListingSearch,
    reply: z.object({ success: z.literal(true), data: FilterCounts }),
    errors: [],
  },
  'GET /api/sell/get/:carId': {
    summary: 'One car for sale; counts a view',
    access: 'anyone',
    params: CarId,
    reply: z.extend(Done, { data: Listing }),
    errors: ['listing_not_found'],
  },
  'GET /api/sell/guide': {
    summary: 'What similar cars cost; null when there are too few',
    access: 'anyone',
    query: z.object({
      make: line(40),
      model: line(60),
      year: queryNumber(1900, 9999),
      /** A listing that is compared: the prices of its own seller do not count. */
      listingId: z.optional(Id),
    }),
    reply: z.object({ success: z.literal(true), data: z.nullable(PriceGuide) }),
    errors: [],
  },
  'GET /api/sell/agreement/:carId': {
    summary: 'A sale agreement to fill in, as a PDF with the facts of the car',
    access: 'anyone',
    params: CarId,
    // A link of a page cannot name a language in a header.
    query: z.object({ language: z._default(z.enum(locales), baseLocale) }),
    sends: 'application/pdf',
    reply: z.string(),
    errors: ['listing_not_found', 'contact_proof_needed', 'rate_limited'],
    limits: [{ per: 'address', max: 60, seconds: 3600, ofPerson: 30 }],
  },
  'POST /api/sell/reveal/:carId': {
    summary: "The seller's phone and email; counts a lead for each tap, none for opening a page",
    access: 'anyone',
    params: CarId,
    body: z.object({ way: z._default(z.enum([...CONTACT_WAYS, SHOWN_ON_OPENING]), 'show') }),
    reply: z.object({
      success: z.literal(true),
      data: z.object({ phone: z.string(), email: z.string() }),
    }),
    errors: ['listing_not_found', 'contact_proof_needed', 'rate_limited'],
    limits: [{ per: 'address', max: 60, seconds: 3600, ofPerson: 30 }],
  },
  'POST /api/sell/report/:carId': {
    summary: 'Tell staff what is wrong with a listing, once',
    access: 'anyone',
    params: CarId,
    body: z.object({ reason: ReportReason, details: optionalParagraphs(500) }),
    reply: Done,
    errors: ['listing_not_found', 'already_reported', 'contact_proof_needed', 'rate_limited'],
    limits: [{ per: 'address', max: 20, seconds: 86_400, ofPerson: 10 }],
  },
  'POST /api/sell/add': {
    summary: 'List a car for sale and say how its period was paid; image1 to image4 are its pictures',
    access: 'user',
    multipart: true,
    body: SellSubmission,
    reply: z.extend(Done, { data: OwnListing, payment: z.nullable(Payment) }),
    errors: [
      'listing_needs_picture',
      'picture_unsupported',
      'picture_unreadable',
      'picture_too_large',
      'too_large',
      'category_unknown',
      'location_unknown',
      'listing_plan_unknown',
      'listing_wrong_state',
      'mpesa_code_used',
      'idempotency_conflict',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 30, seconds: 3600 }],
    idempotent: true,
  },
  'GET /api/sell/user/:userId': {
    summary: "The caller's own listings, newest first",
    access: 'user',
    params: z.object({ userId: Id }),
    reply: z.extend(Done, { data: z.array(OwnListing) }),
    errors: ['not_found'],
  },
  'POST /api/sell/update': {
    summary:
      'Change a listing; image1 to image4 replace pictures. Changed facts of a verified car wait for staff, and buyers see the verified ones until then',
    access: 'user',
    multipart: true,
    body: ListingEdit,
    reply: z.extend(Done, {
      updatedListing: OwnListing,
      /** The changed fields that wait for staff; empty when buyers see every change at once. */
      reviewed: z.array(z.string()),
    }),
    errors: [
      'listing_wrong_state',
      'listing_not_found',
      'picture_unsupported',
      'picture_unreadable',
      'picture_too_large',
      'too_large',
      'category_unknown',
      'location_unknown',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 120, seconds: 3600 }],
  },
  'POST /api/sell/withdraw-edit': {
    summary: 'Give up the changes of a verified listing that buyers do not see yet',
    access: 'user',
    body: ById,
    reply: z.extend(Done, { data: OwnListing }),
    errors: ['listing_not_found', 'listing_wrong_state'],
  },
  'POST /api/sell/toggle-availability': {
    summary: 'Mark a car as sold, or as available again; which of the two is turned over unless it is said',
    access: 'user',
    body: z.extend(ById, { available: z.optional(z.boolean()) }),
    reply: z.extend(Done, { data: OwnListing }),
    errors: ['listing_not_found', 'listing_wrong_state', 'rate_limited'],
    // Every change of a public listing clears the page caches of all processes.
    limits: [{ per: 'user', max: 60, seconds: 3600 }],
  },
  'POST /api/sell/remove': {
    summary: 'Take a listing away for good',
    access: 'user',
    body: ById,
    reply: Done,
    errors: ['listing_not_found'],
  },
  'POST /api/sell/renew': {
    summary: 'Pay for a listing: again after a refused payment, or for more months',
    access: 'user',
    body: ListingRenewal,
    reply: z.extend(Done, { data: OwnListing, payment: z.nullable(Payment) }),
    errors: [
      'listing_not_found',
      'listing_wrong_state',
      'listing_plan_unknown',
      'mpesa_code_used',
      'payment_too_soon',
      'phone_asked_too_often',
      'idempotency_conflict',
      'rate_limited',
    ],
    limits: [{ per: 'user', max: 30, seconds: 3600 }],
    idempotent: true,
  },
})
