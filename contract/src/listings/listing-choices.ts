import { m } from '@twende/messages'
import { DEFAULT_CAR_RATING } from '../business-constants.ts'

/** Choices and bounds of cars for sale; specification, sections 3, 5, 8 and 9. Money is whole shillings. */

export const CONDITIONS = ['excellent', 'good', 'fair', 'needs repair'] as const
export type Condition = (typeof CONDITIONS)[number]

export const OWNERSHIPS = ['first', 'second', 'third', 'fourth+'] as const
export type Ownership = (typeof OWNERSHIPS)[number]

export const SELL_SEATS = [2, 4, 5, 7, 8] as const

/** Technical specs by their field name, in the order a form asks for them. */
export const SPEC_LABELS = {
  engine: m.car_spec_engine,
  power: m.car_spec_power,
  acceleration: m.car_spec_acceleration,
  topSpeed: m.car_spec_top_speed,
  range: m.car_spec_range,
  towingCapacity: m.car_spec_towing_capacity,
} as const
export type SpecName = keyof typeof SPEC_LABELS

export const FALLBACK_CATEGORIES = [
  'Sedan',
  'SUV',
  'Hatchback',
  'Coupe',
  'Convertible',
  'Pickup Truck',
  'Minivan',
  'Sports Car',
  'Luxury',
] as const
export const FALLBACK_LOCATIONS = [
  'Nairobi',
  'Mombasa',
  'Kisumu',
  'Nakuru',
  'Eldoret',
  'Thika',
  'Malindi',
  'Kitale',
] as const

export const LISTING_SORTS = ['newest', 'price-low', 'price-high', 'mileage', 'year'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]

/** The queues of staff; `all` has every listing. */
export const LISTING_QUEUES = ['payment', 'verification', 'reported', 'suspended', 'all'] as const
export type ListingQueue = (typeof LISTING_QUEUES)[number]

export const LISTINGS_PAGE_SIZE = 12
export const MOST_PICTURES = 4
export const MOST_FEATURES = 40
export const HIGHEST_SALE_PRICE = 1_000_000_000
export const HIGHEST_MILEAGE = 2_000_000

/** What a new sell form starts with. */
export const SELL_DEFAULTS = {
  seats: 5,
  transmission: 'automatic',
  fuelType: 'petrol',
  rating: DEFAULT_CAR_RATING,
  available: true,
  condition: 'good',
  ownership: 'first',
} as const

/** Why a reader reports a listing. */
export const REPORT_REASONS = [
  'sold',
  'price',
  'not-owner',
  'deposit',
  'photos',
  'duplicate',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Ways to reach a seller; each tap on one is counted as a lead. */
export const CONTACT_WAYS = ['show', 'call', 'whatsapp', 'email'] as const
export type ContactWay = (typeof CONTACT_WAYS)[number]
/** What `/purchase` sends, which shows the contact without a tap: it counts no lead. */
export const SHOWN_ON_OPENING = 'opened'

/** How the listing period is paid: by a pasted M-Pesa message, or by a request sent to the phone. */
export const LISTING_PAYMENT_METHODS = ['message', 'stk'] as const
export type ListingPaymentMethod = (typeof LISTING_PAYMENT_METHODS)[number]

/** What staff checks twice before a car, or a change of it, is shown. */
export const LISTING_WARNINGS = [
  'asks_for_money',
  'contact_in_description',
  'price_far_below_similar',
  'mileage_high_for_year',
  'mileage_low_for_year',
  'pictures_of_another_seller',
  'pictures_of_our_fleet',
  'same_picture_twice',
  'same_car_listed',
  'contact_of_banned_seller',
  'mileage_lower_than_verified',
] as const
export type ListingWarning = (typeof LISTING_WARNINGS)[number]
