import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { pageQuery, pageReply } from '../text.ts'
import { DOCUMENT_KINDS } from './car-cover.ts'

/** How near the end is: ended, or within so many days. */
export const DUE_STAGES = ['0', '3', '14', '30'] as const
export type DueStage = (typeof DUE_STAGES)[number]

/** A document of a car in the fleet that ends, or has ended, without one that follows it. */
export const DueItem = z.object({
  /** Of the document. */
  _id: z.string(),
  carId: z.string(),
  carName: z.string(),
  numberPlate: z.nullable(z.string()),
  kind: z.enum(DOCUMENT_KINDS),
  stage: z.enum(DUE_STAGES),
  /** The last day of the document. */
  day: z.string(),
  /** From today to that day; negative once it is over. */
  daysLeft: z.int(),
})
export type DueItem = z.output<typeof DueItem>

export const dueRoutes = defineRoutes({
  'GET /api/admin/cars/due': {
    summary: 'Documents of the fleet that end within 30 days or have ended, without a later one that follows',
    access: 'staff',
    personalData: false,
    query: pageQuery({ stage: z.optional(z.enum(DUE_STAGES)) }, 100),
    reply: pageReply(DueItem, {
      counts: z.object({ all: z.int(), '0': z.int(), '3': z.int(), '14': z.int(), '30': z.int() }),
    }),
    errors: [],
  },
})
