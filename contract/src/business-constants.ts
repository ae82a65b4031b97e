/** Fixed figures of the business; specification, section 9. Money is whole shillings. Every page loads this file: figures only. */

export const RENTAL_PRICE_FILTER_MAX = 10_000
export const SALE_PRICE_FILTER_MAX = 10_000_000
export const OLDEST_MODEL_YEAR = 1990
export const MILEAGE_FILTER_MAX = 300_000

export const SEAT_FILTERS = ['2', '4', '5', '7', '8', '7+'] as const
export const TRANSMISSIONS = ['automatic', 'manual'] as const
export const FUEL_TYPES = ['petrol', 'electric', 'hybrid', 'diesel'] as const

export const BOOKINGS_PAGE_SIZE = 10
export const FLEET_PAGE_SIZE = 12
export const DEFAULT_CAR_RATING = 4.5
export const DEFAULT_PICKUP_TIME = '10:00'

/** Hourly choices 00:00 to 23:00. */
export const HOURLY_TIMES: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, '0')}:00`,
)

/** Fleet hours between one customer's return and the next one's pickup. */
export const TURNAROUND_HOURS = 2
/** How long an unpaid booking keeps its car. */
export const HOLD_MINUTES = { mpesa: 15, whatsapp: 120 } as const
export const MAX_UNPAID_HOLDS = 3
/** The longest rental and how far ahead it may start, in days. */
export const LONGEST_RENTAL_DAYS = 90
export const BOOKING_HORIZON_DAYS = 365
/** One M-Pesa request may follow another after this many seconds. */
export const RESEND_SECONDS = 30
/** The most that one M-Pesa payment can carry, in shillings (Safaricom's limit). */
export const MPESA_LARGEST_PAYMENT = 250_000
/** What a payer types as the account number of the paybill until an admin says otherwise; pages say it in their language. */
export const PHONE_AS_ACCOUNT = 'your phone number'
/** The terms of a return until an admin changes them; what each means is said in `bookings/rental-terms.ts`. */
export const RENTAL_TERMS = {
  extraKmRate: 25,
  fuelPerEighth: 1_200,
  lateMinutes: 60,
  cleaningFee: 1_500,
  depositDays: 2,
}

/** So many days after a return, charges and traffic fines of the rental may still come; its customer keeps the account until then. */
export const LATE_CHARGE_DAYS = 30
/** So many years after a rental its signed papers are kept: so long a contract can be taken to court (Limitation of Actions Act, section 4). */
export const SIGNED_PAPER_YEARS = 6
/** How long the paper of a fine is kept after the rental has ended and the fine was recorded, as papers of drivers are. */
export const FINE_PAPER_DAYS = 90
