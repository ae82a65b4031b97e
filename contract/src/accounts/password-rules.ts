/** A password is easy if somebody with the usual lists, names, dates and key patterns finds it in fewer tries. */
export const FEWEST_PASSWORD_GUESSES = 1e8

/** How many characters a password has. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const
