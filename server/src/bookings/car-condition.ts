import * as z from 'zod/mini'

/** What staff notes of a car when it leaves and when it returns. */
export const CarCondition = z.object({ km: z.int(), fuel: z.string(), note: z.string() })
export type CarCondition = z.output<typeof CarCondition>

export function describeCondition({ km, fuel, note }: CarCondition): string {
  const facts = `${km.toLocaleString('en-KE')} km, fuel ${fuel}`
  return note ? `${facts}. ${note}` : facts
}
