import * as z from 'zod/mini'
import type { DriverStatus } from './driver.ts'
import type { DriverProblem } from './driver-rules.ts'

/** The additional drivers of a rental, who are booked as an extra: how many, and what became of their papers. */
export const AdditionalDrivers = z.object({
  booked: z.int(),
  approved: z.int(),
  /** Of how many that are booked no papers were sent. */
  missing: z.int(),
  /** How many more may drive than are booked; 0 where additional drivers cost nothing. */
  unbooked: z.int(),
  /** What each costs, in whole shillings. */
  price: z.int(),
})
export type AdditionalDrivers = z.output<typeof AdditionalDrivers>

type Rental = {
  booked: number
  /** With a chauffeur, whoever drives is additional; otherwise the first driver is not. */
  hasChauffeur: boolean
  price: number
}

/** Compares the additional drivers that a rental has with the papers of everybody who may drive it. */
export function additionalDrivers(
  { booked, hasChauffeur, price }: Rental,
  drivers: readonly { status: DriverStatus; problems: readonly DriverProblem[] }[],
): AdditionalDrivers {
  const fit = drivers.filter(({ problems }) => problems.length === 0)
  const approved = fit.filter(({ status }) => status === 'approved').length
  const sent = approved + fit.filter(({ status }) => status === 'submitted').length
  const first = hasChauffeur ? 0 : 1
  return {
    booked,
    approved: Math.min(booked, Math.max(0, approved - first)),
    missing: Math.max(0, booked - Math.max(0, sent - first)),
    unbooked: price === 0 ? 0 : Math.max(0, approved - 1 - booked),
    price,
  }
}
