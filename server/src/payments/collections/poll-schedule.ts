/** A prompt lives about a minute on the phone; after this long nobody answers it any more. */
export const PROMPT_SECONDS = 75
/** From the push to the first question; earlier, Safaricom does not know of it yet. */
export const FIRST_CHECK_SECONDS = 30
/** After this long without a word an attempt counts as expired; a late word still counts. */
export const GIVE_UP_SECONDS = 300
/** How often an unconfirmed "paid" is asked about before a person must look. */
export const CONFIRMATION_CHECKS = 6
/** From a "paid" that was not confirmed at once to the next question. */
export const CONFIRMATION_CHECK_SECONDS = 5

/** From one question about a quiet payment to the next: often at first, then rarely, then no more. */
export const CHECK_DELAYS_SECONDS = [15, 30, 60, 60, 60, 60, 600, 3600, 6 * 3600, 24 * 3600] as const
