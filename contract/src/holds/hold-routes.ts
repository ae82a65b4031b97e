import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'

/** The most holds that one look shows. */
export const MOST_HOLDS_SHOWN = 200

/** What keeps a car or pieces from others without being paid. */
export const UnpaidHold = z.object({
  kind: z.enum(['booking', 'order']),
  _id: z.string(),
  reference: z.string(),
  method: z.enum(['mpesa', 'whatsapp']),
  customer: z.object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    /** The account has paid for something before, or its owner has used a code that was sent to them. */
    proven: z.boolean(),
    /** Holds of this account that ended unpaid in the last 24 hours. */
    endedUnpaid: z.int(),
  }),
  /** As the customer stated it; empty where none was. */
  phone: z.string(),
  /** A label that is the same for purchases from one network; empty once it was forgotten. */
  network: z.string(),
  /** The car, or the products. */
  what: z.string(),
  /** Of a booking. */
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  carDays: z.int(),
  /** Of an order. */
  pieces: z.int(),
  value: z.int(),
  madeAt: z.string(),
  until: z.string(),
})
export type UnpaidHold = z.output<typeof UnpaidHold>

/** All that comes from one network. */
export const HoldingNetwork = z.object({
  network: z.string(),
  holds: z.int(),
  accounts: z.int(),
  carDays: z.int(),
  pieces: z.int(),
  value: z.int(),
  /** Holds from there that ended unpaid in the last 24 hours. */
  endedUnpaid: z.int(),
})
export type HoldingNetwork = z.output<typeof HoldingNetwork>

export const holdRoutes = defineRoutes({
  'GET /api/admin/holds': {
    summary: 'Who holds what without having paid, by network, the largest first',
    access: 'staff',
    right: 'payments',
    personalData: true,
    reply: z.object({
      success: z.literal(true),
      data: z.object({
        at: z.string(),
        /** What there is to hold: cars that can be rented, times 30 days, and everything in the shop. */
        fleetCarDays: z.int(),
        stockPieces: z.int(),
        stockValue: z.int(),
        networks: z.array(HoldingNetwork),
        holds: z.array(UnpaidHold),
        /** How many there are in all, when that is more than are shown. */
        total: z.int(),
      }),
    }),
    errors: [],
  },
})
