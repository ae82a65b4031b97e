/** Which cars of the fleet staff looks at; `all` is every car we have or had. */
export const FLEET_SHOWS = ['all', 'available', 'unavailable', 'retired'] as const
export type FleetShow = (typeof FLEET_SHOWS)[number]

/** The most that a day, or a deposit, of a rental car can cost, in shillings. */
export const HIGHEST_DAY_PRICE = 1_000_000
export const HIGHEST_DEPOSIT = 10_000_000
export const MOST_KM_PER_DAY = 10_000
export const MOST_SEATS = 60
