import * as z from 'zod/mini'

const Plan = z.object({ months: z.int(), price: z.int() })

/** The plans as they are, or were once, in force. */
export const PriceList = z.tuple([Plan], Plan)
