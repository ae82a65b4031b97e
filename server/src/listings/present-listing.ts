import { carSpecsDocument } from '@twende/contract/cars/car.ts'
import type { Listing, ListingFacts, OwnListing, PendingEdit } from '@twende/contract/listings/listing.ts'
import type { ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import { isOver, type ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { priceBand } from '@twende/contract/listings/price-guide.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import { type PictureRow, toPicture } from '../media/present-picture.ts'
import type { PendingEditRow } from './listing-edit-store.ts'
import { columnsOf } from './listing-facts.ts'

export type ListingRow = {
  deleted_at: Date | null
  id: string
  number: number
  account_id: string
  name: string
  make: string | null
  model: string | null
  category: string
  location: string
  description: string
  price: number
  seats: number
  transmission: Listing['transmission']
  fuel_type: Listing['fuelType']
  seller_rating: number
  available: boolean
  year: number
  mileage: number
  color: string
  condition: Listing['condition']
  ownership: Listing['ownership']
  service_history: string
  specs: Record<string, string>
  features: string[]
  contact_phone: string
  contact_email: string
  status: ListingStatus
  verified_at: Date | null
  changed_fields: string[]
  review_since: Date | null
  review_reason: string
  suspension_reason: string
  warnings: ListingWarning[]
  months: number
  days: number
  free_days: number
  /** As if the paid period ran from now on. */
  expires_at: Date | null
  sold_at: Date | null
  views: number
  leads: number
  created_at: Date
  updated_at: Date
  seller_name: string
  /** Of a verified car, as staff saw it. */
  seen_seller_name: string
  seller_email: string
  seller_since: Date
  seller_banned_at: Date | null
  seller_muted: boolean
  seller_listings: number
  pictures: PictureRow[]
}

/** The state of the latest payment of a listing. */
export type ListingPayment = {
  status: PaymentStatus
  paymentMethod: MoneyMethod
  amount: number
  counted: number
  code: string | null
  reason: string
  submittedAt: string
}

type PresentOptions = { now: Date; publicUrl: string; median?: number | undefined }

/** A listing as everybody may see it: contact details are masked. */
export function toListing(row: ListingRow, { now, publicUrl, median }: PresentOptions): Listing {
  const pictures = row.pictures.map((picture) => toPicture(picture, publicUrl))
  const address = (position: number) => pictures[position]?.address ?? ''
  return {
    _id: row.id,
    name: row.name,
    make: row.make,
    model: row.model,
    category: row.category,
    price: row.price,
    description: row.description,
    image: address(0),
    image2: address(1),
    image3: address(2),
    image4: address(3),
    pictures,
    seats: row.seats,
    transmission: row.transmission,
    fuelType: row.fuel_type,
    rating: row.seller_rating,
    available: row.available,
    specs: carSpecsDocument.read(row.specs),
    features: row.features,
    year: row.year,
    mileage: row.mileage,
    location: row.location,
    color: row.color,
    condition: row.condition,
    ownership: row.ownership,
    serviceHistory: row.service_history,
    contactInfo: { phone: maskPhone(row.contact_phone), email: maskEmail(row.contact_email) },
    // Every public listing is paid; the public sees no details of the payment.
    payment: { status: 'paid', paymentMethod: 'message' },
    ...statusFields(row, now),
    views: row.views,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    priceBand: median === undefined ? null : priceBand(row.price, median),
    seller: {
      name: row.seen_seller_name,
      memberSince: row.seller_since.toISOString(),
      listings: row.seller_listings,
    },
  }
}

/** As its seller and staff see it. */
export function toOwnListing(
  row: ListingRow,
  options: PresentOptions & {
    payment: ListingPayment
    refundable: number
    viewsThisWeek: number
    edit: PendingEdit | null
  },
): OwnListing {
  return {
    ...toListing(row, options),
    contactInfo: { phone: row.contact_phone, email: row.contact_email },
    payment: options.payment,
    reviewReason: reasonOf(row),
    refundable: options.refundable,
    listingDays: row.days,
    leads: row.leads,
    viewsThisWeek: options.viewsThisWeek,
    edit: options.edit,
  }
}

/** The reason that staff gave, until the seller has changed the listing. */
function reasonOf({ status, review_since, review_reason, suspension_reason }: ListingRow): string {
  if (status === 'suspended') return suspension_reason
  return review_since === null ? review_reason : ''
}

/** The listing with the proposed values of its edit. */
export function withProposal(row: ListingRow, { proposed, ...edit }: PendingEditRow): ListingRow {
  const { category_id: _, location_id: __, ...columns } = columnsOf(proposed)
  const facts: Partial<ListingRow> = Object.fromEntries(Object.entries(columns))
  return {
    ...row,
    ...facts,
    specs: { ...(proposed.specs ?? row.specs) },
    category: edit.category ?? row.category,
    location: edit.location ?? row.location,
    pictures: edit.pictures.length > 0 ? edit.pictures : row.pictures,
  }
}

/** Both versions of an edited listing, as its seller and staff compare them. */
export function toPendingEdit(row: ListingRow, edit: PendingEditRow, publicUrl: string): PendingEdit {
  return {
    id: edit.id,
    state: edit.refusedAt === null ? 'waiting' : 'refused',
    fields: edit.fields,
    reason: edit.reason,
    submittedAt: edit.submittedAt.toISOString(),
    published: toFacts(row, publicUrl),
    proposed: toFacts(withProposal(row, edit), publicUrl),
  }
}

function toFacts(row: ListingRow, publicUrl: string): ListingFacts {
  return {
    name: row.name,
    category: row.category,
    price: row.price,
    year: row.year,
    mileage: row.mileage,
    condition: row.condition,
    ownership: row.ownership,
    transmission: row.transmission,
    fuelType: row.fuel_type,
    seats: row.seats,
    color: row.color,
    location: row.location,
    pictures: row.pictures.map((picture) => toPicture(picture, publicUrl)),
    description: row.description,
    serviceHistory: row.service_history,
    features: row.features,
    specs: carSpecsDocument.read(row.specs),
    contactInfo: { phone: row.contact_phone, email: row.contact_email },
  }
}

/** The status at `now`, also before the scheduled task has expired the listing. */
export function statusAt(row: { status: ListingStatus; expires_at: Date | null }, now: Date): ListingStatus {
  const over = row.status === 'active' && isOver(row.expires_at?.toISOString() ?? null, now)
  return over ? 'expired' : row.status
}

function statusFields(row: ListingRow, now: Date) {
  return {
    verified: row.verified_at !== null,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    listingStatus: statusAt(row, now),
    listingMonths: row.months,
    listingExpiresAt: row.expires_at?.toISOString() ?? null,
    soldAt: row.sold_at?.toISOString() ?? null,
  }
}

/** `w***@example.com`. */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${domain}`
}
