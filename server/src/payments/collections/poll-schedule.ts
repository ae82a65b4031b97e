/** From the request to the first poll; earlier, a provider may not know of it yet. */
export const FIRST_CHECK_SECONDS = 30
/** How often an unconfirmed "paid" is polled before staff has to look at it. */
export const CONFIRMATION_CHECKS = 6
/** From a "paid" that was not confirmed at once to the next poll. */
export const CONFIRMATION_CHECK_SECONDS = 5

/** From one poll of a payment without a result to the next: often at first, then rarely, then no more. */
export const CHECK_DELAYS_SECONDS = [15, 30, 60, 60, 60, 60, 600, 3600, 6 * 3600, 24 * 3600] as const
