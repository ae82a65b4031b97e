import * as z from 'zod/mini'
import { FuelType, Transmission } from '../cars/car.ts'
import { Picture } from '../media/picture.ts'
import { PaymentStatus } from '../payments/payment.ts'
import { MONEY_METHODS } from '../payments/payment-choices.ts'
import { ProofEvidence } from '../payments/proof-evidence.ts'
import { REVIEWED_FIELDS } from './edit-review.ts'
import { CONDITIONS, OWNERSHIPS, REPORT_REASONS } from './listing-choices.ts'
import { LISTING_STATUSES } from './listing-status.ts'
import { PRICE_BANDS } from './price-guide.ts'

export const ListingStatus = z.enum(LISTING_STATUSES)

/** What similar cars cost; `listings` is how many were compared. Money is whole shillings. */
export const PriceGuide = z.object({
  make: z.string(),
  model: z.string(),
  year: z.int(),
  listings: z.int(),
  median: z.int(),
  lowest: z.int(),
  highest: z.int(),
})
export type PriceGuide = z.output<typeof PriceGuide>

/**
 * A car for sale as everybody may see it; specification, section 3. Its phone and email are masked
 * (`0712 *** 678`, `w***@example.com`): the whole ones come from `/api/sell/reveal/:carId`.
 */
export const Listing = z.object({
  _id: z.string(),
  name: z.string(),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  category: z.string(),
  price: z.int(),
  description: z.string(),
  image: z.string(),
  image2: z.string(),
  image3: z.string(),
  image4: z.string(),
  pictures: z.array(Picture),
  seats: z.int(),
  transmission: Transmission,
  fuelType: FuelType,
  rating: z.number(),
  available: z.boolean(),
  specs: z.record(z.string(), z.string()),
  features: z.array(z.string()),
  year: z.int(),
  mileage: z.int(),
  location: z.string(),
  color: z.string(),
  condition: z.enum(CONDITIONS),
  ownership: z.enum(OWNERSHIPS),
  serviceHistory: z.string(),
  contactInfo: z.object({ phone: z.string(), email: z.string() }),
  verified: z.boolean(),
  verifiedAt: z.nullable(z.string()),
  listingStatus: ListingStatus,
  listingMonths: z.int(),
  /** Null until the listing went live for the first time. */
  listingExpiresAt: z.nullable(z.string()),
  soldAt: z.nullable(z.string()),
  payment: z.object({ status: PaymentStatus, paymentMethod: z.enum(MONEY_METHODS) }),
  views: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How the price compares; null when there are too few similar cars. */
  priceBand: z.nullable(z.enum(PRICE_BANDS)),
  seller: z.object({ name: z.string(), memberSince: z.string(), listings: z.int() }),
})
export type Listing = z.output<typeof Listing>

/** The facts of a listing that staff checks, for comparing two versions of it. */
export const ListingFacts = z.pick(Listing, {
  name: true,
  category: true,
  price: true,
  year: true,
  mileage: true,
  condition: true,
  ownership: true,
  transmission: true,
  fuelType: true,
  seats: true,
  color: true,
  location: true,
  pictures: true,
  description: true,
  serviceHistory: true,
  features: true,
  specs: true,
  contactInfo: true,
})
export type ListingFacts = z.output<typeof ListingFacts>

/** Changes of a verified listing that staff has not accepted: buyers see `published` meanwhile. */
export const PendingEdit = z.object({
  /** A new id after every change of the proposed values. */
  id: z.string(),
  state: z.enum(['waiting', 'refused']),
  /** The fields that differ. */
  fields: z.array(z.enum(REVIEWED_FIELDS)),
  /** Why staff refused it; empty while it waits. */
  reason: z.string(),
  submittedAt: z.string(),
  published: ListingFacts,
  proposed: ListingFacts,
})
export type PendingEdit = z.output<typeof PendingEdit>

/**
 * A listing as its seller sees it, with whole contact details and the state of payment and review. While an edit waits
 * for staff, the facts are the proposed ones, so that the edit form shows the seller's latest input; `edit.published`
 * has what buyers see.
 */
export const OwnListing = z.extend(Listing, {
  payment: z.object({
    status: PaymentStatus,
    paymentMethod: z.enum(MONEY_METHODS),
    /** Shillings the seller says were paid. */
    amount: z.int(),
    /** What counts of it: its amount, and the parts that were paid before. */
    counted: z.int(),
    code: z.nullable(z.string()),
    /** Why the payment was not accepted, or what is still missing; empty when nothing is. */
    reason: z.string(),
    submittedAt: z.string(),
  }),
  /** Why the listing is not verified or is suspended, as staff wrote it; empty if there is no reason. */
  reviewReason: z.string(),
  /**
   * Shillings that go back if the seller deletes the listing, or staff gives the money back: what was paid while buyers never saw
   * the car. If the seller deletes it, unused parts go back as well.
   */
  refundable: z.int(),
  /** Days that were paid for besides the months. */
  listingDays: z.int(),
  leads: z.int(),
  viewsThisWeek: z.int(),
  /** Changes that buyers do not see; null when there are none. */
  edit: z.nullable(PendingEdit),
})
export type OwnListing = z.output<typeof OwnListing>

/** What the seller says was paid; staff compares it with the money received. */
export const ListingPaymentProof = z.object({
  mpesaName: z.string(),
  mpesaPhoneNumber: z.string(),
  email: z.string(),
  amountTyped: z.int(),
  /** The message without the wallet's balance; empty for a request sent to the phone. */
  message: z.string(),
  code: z.nullable(z.string()),
  /** Whole shillings named in the message. */
  amountRead: z.nullable(z.int()),
  paidTo: z.string(),
  paidAt: z.nullable(z.string()),
  /** The time the amount pays for: whole months of a plan, and days for the rest. */
  months: z.int(),
  days: z.int(),
  /** What staff should check, as sentences. */
  warnings: z.array(z.string()),
  /** The codes of the warnings about the message. */
  warningCodes: z.array(z.string()),
  /** Staff has not decided on it yet. */
  waiting: z.boolean(),
})
export type ListingPaymentProof = z.output<typeof ListingPaymentProof>

export const ReportReason = z.enum(REPORT_REASONS)

export const ListingReport = z.object({
  reason: ReportReason,
  details: z.string(),
  reportedAt: z.string(),
  /** What the listing said then; null of old reports. */
  seen: z.nullable(z.object({ name: z.string(), price: z.int(), description: z.string() })),
  /** Staff looked into it. */
  closed: z.boolean(),
})

export const ListingHistoryEntry = z.object({
  at: z.string(),
  by: z.enum(['owner', 'staff', 'payment', 'clock', 'readers']),
  what: z.string(),
  note: z.string(),
  /** The name of who of staff did it; empty where nobody of staff did. */
  who: z.string(),
})
export type ListingHistoryEntry = z.output<typeof ListingHistoryEntry>

/** A listing as staff sees it; its facts are the published ones, also while an edit waits. */
export const AdminListing = z.extend(OwnListing, {
  owner: z.object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Has switched off messages about listings that are not about money or something lost. */
    isMuted: z.boolean(),
    memberSince: z.string(),
    /** The listings of a banned seller are not public. */
    banned: z.boolean(),
    listings: z.int(),
  }),
  /** The name that buyers see until staff has checked the seller's new one; null where they are one. */
  nameSeen: z.nullable(z.string()),
  /** Days of the present time that staff gave for nothing, and can take back. */
  freeDays: z.int(),
  paymentProof: z.nullable(ListingPaymentProof),
  guide: z.nullable(PriceGuide),
  reports: z.array(ListingReport),
  /** The addresses of pictures that it showed when it was reported, and no longer shows. */
  reportedPictures: z.array(z.string()),
  events: z.array(ListingHistoryEntry),
  /** When its seller removed it. What was reported or suspended stays with staff. */
  deletedAt: z.nullable(z.string()),
  /** Fields of an unverified listing that changed since the last verification. */
  changed: z.array(z.string()),
  /** What staff should check in the waiting edit, as sentences. */
  editWarnings: z.array(z.string()),
})
export type AdminListing = z.output<typeof AdminListing>

/** One listing as staff sees it, with its seller's other listings and the evidence of the waiting payment proof. */
export const AdminListingDetail = z.extend(AdminListing, {
  /** What shows the same pictures: listings of other sellers, cars of our fleet, and whatever was reported or suspended. */
  picturesElsewhere: z.array(
    z.object({ kind: z.enum(['listing', 'car', 'reported']), _id: z.string(), name: z.string() }),
  ),
  /** Letters that the sale agreement cannot show. */
  unprintable: z.array(z.string()),
  /** Null when no proof waits. */
  evidence: z.nullable(ProofEvidence),
  others: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      price: z.int(),
      image: z.string(),
      listingStatus: ListingStatus,
      verified: z.boolean(),
      createdAt: z.string(),
    }),
  ),
})
export type AdminListingDetail = z.output<typeof AdminListingDetail>
