import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { pageQuery, pageReply } from '../text.ts'
import { DOCUMENT_KINDS } from './car-cover.ts'

/** How near it is: ended or due, or within so many days. A service that is due soon is within 14 days. */
export const DUE_STAGES = ['0', '3', '14', '30'] as const
export type DueStage = (typeof DUE_STAGES)[number]

export const DUE_KINDS = [...DOCUMENT_KINDS, 'service'] as const

/** A document of a car in the fleet that ends, or has ended, without one that follows it; or a service of one that is due. */
export const DueItem = z.object({
  /** Of the document, or of the car that is to be serviced. */
  _id: z.string(),
  carId: z.string(),
  carName: z.string(),
  numberPlate: z.nullable(z.string()),
  kind: z.enum(DUE_KINDS),
  stage: z.enum(DUE_STAGES),
  /** The last day of the document, or the day on which the service is due; null for a service by kilometres only. */
  day: z.nullable(z.string()),
  /** From today to that day; negative once it is over. */
  daysLeft: z.nullable(z.int()),
  /** What the odometer shows when the service is due; null for one by months only, and for documents. */
  km: z.nullable(z.int()),
  kmLeft: z.nullable(z.int()),
})
export type DueItem = z.output<typeof DueItem>

export const dueRoutes = defineRoutes({
  'GET /api/admin/cars/due': {
    summary:
      'Documents of the fleet that end or have ended without one that follows, and services that are due',
    access: 'staff',
    personalData: false,
    query: pageQuery({ stage: z.optional(z.enum(DUE_STAGES)) }, 100),
    reply: pageReply(DueItem, {
      counts: z.object({ all: z.int(), '0': z.int(), '3': z.int(), '14': z.int(), '30': z.int() }),
    }),
    errors: [],
  },
})
