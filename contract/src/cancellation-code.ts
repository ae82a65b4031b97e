import * as z from 'zod/mini'

/**
 * How a booking or an order was cancelled, where nobody wrote why: by its customer, by staff because the customer did
 * not come, by the clock as its hold ran out, or because the last pieces were sold. Null where somebody wrote why, and
 * where it is not cancelled.
 */
export const CancellationCode = z.nullable(z.enum(['customer', 'noShow', 'clock', 'stock']))
export type CancellationCode = z.output<typeof CancellationCode>
