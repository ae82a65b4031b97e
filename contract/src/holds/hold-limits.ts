/** Limits on what may be held without being paid, for each person, phone number and network. */

/** How long an unpaid purchase is held for an account that proved neither its e-mail address nor a payment. */
export const UNPROVEN_HOLD_MINUTES = { mpesa: 15, whatsapp: 60 } as const

/** Unpaid holds of one account, phone number or proven person that ran out before WhatsApp pauses. */
export const PAUSE_AFTER_UNPAID = 3
/** Whoever cancels gives the car back for others: such a hold counts half. */
export const CANCELLED_WEIGHT = 0.5
/** Unpaid holds of one network that ran out or were cancelled, each counted whole: many customers may share it. */
export const PAUSE_AFTER_UNPAID_OF_NETWORK = 12
/** Unpaid holds count for so long, and the pause ends so long after the last of them. */
export const UNPAID_COUNTS_HOURS = 24
export const PAUSE_HOURS = 6
/** How long a purchase that is paid at once is held during a pause: long enough to enter a PIN. */
export const PAUSED_HOLD_MINUTES = 5

/** What one account, or one phone number, may hold unpaid at a time. The first hold is never refused for its size. */
export const MAX_UNPAID_HOLDS_OF_PHONE = 3
export const MAX_UNPAID_CAR_DAYS = 90
export const MAX_UNPAID_PIECES = 99
export const MAX_UNPAID_PIECES_VALUE = 500_000

/** The share of the fleet's next 30 days, and of the stock, that one network may hold unpaid. */
export const NETWORK_SHARE_PERCENT = 10
/** How much of that may be held by WhatsApp; the rest is left to M-Pesa. */
export const NETWORK_WHATSAPP_SHARE_PERCENT = 4
export const FLEET_SHARE_DAYS = 30
/** The share of the fleet that one network may hold on the same day, by each way of paying; one car at least. */
export const NETWORK_SAME_DAY_PERCENT = 10
/** The share of one product's pieces that one network may hold; one piece at least. */
export const NETWORK_PRODUCT_PERCENT = 50
/** An order of so many pieces is possible from every network that holds none, however small the stock is. */
export const SMALL_ORDER_PIECES = 5

/** Networks and phone numbers of unpaid holds are forgotten after so long. */
export const HOLD_ORIGINS_KEPT_HOURS = 72
