/** The most of each number of the price list; constraints of the table `extras` have the same. */
export const EXTRA_LIMITS = { price: 1_000_000, stock: 500, km: 10_000 } as const

/** The most that one booking can have. */
export const MOST_ADDITIONAL_DRIVERS = 4
export const MOST_CHILD_SEATS = 4
