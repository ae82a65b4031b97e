import { locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import { CancellationPolicy } from '../bookings/cancellation-policy.ts'
import { RentalTerms } from '../bookings/rental-terms.ts'
import { defineRoutes } from '../http/route.ts'
import { PriceList } from '../settings/business-settings.ts'
import { CatalogTranslations } from './catalog-translations.ts'

export const Category = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  kind: z.enum(['vehicle', 'product']),
})
export type Category = z.output<typeof Category>
/** `town` is set for a pickup point: the town in which it lies, itself a location of the list. */
export const Location = z.object({ _id: z.string(), name: z.string(), town: z.nullable(z.string()) })
export type Location = z.output<typeof Location>
export const Service = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  ...CatalogTranslations.shape,
})
export type Service = z.output<typeof Service>

/** The name of a category or place as everything refers to it, and what it is called in another language. */
const TranslatedName = z.object({
  kind: z.enum(['vehicle', 'product', 'location']),
  name: z.string(),
  translation: z.string(),
})
export type TranslatedName = z.output<typeof TranslatedName>

/** Whom to pay by hand. Without a name no setting tells it; only a paybill asks for an account number. */
export const MpesaBusiness = z.object({
  businessName: z.string(),
  businessNumber: z.string(),
  type: z.enum(['paybill', 'till']),
  accountHint: z.string(),
})
export type MpesaBusiness = z.output<typeof MpesaBusiness>

/** Public settings of the installation. */
export const AppSettings = z.object({
  businessName: z.string(),
  whatsappNumber: z.string(),
  publicUrl: z.string(),
  /** The built-in M-Pesa simulator is used, so pages offer its demo phone. */
  demoPhone: z.boolean(),
  mpesa: MpesaBusiness,
  /** How long an unpaid booking holds its car, in minutes. */
  bookingHoldMinutes: z.object({ mpesa: z.int(), whatsapp: z.int() }),
  /** How long at most an unpaid order keeps its products, in minutes. */
  orderHoldMinutes: z.object({ mpesa: z.int(), whatsapp: z.int() }),
  /** Prices of the listing plans, shortest first. */
  listingPlans: PriceList,
  /** The cancellation policy of new bookings. */
  cancellation: CancellationPolicy,
  /** When the deposit of a new booking goes back. */
  rentalTerms: RentalTerms,
  /** When a setting last changed the terms of use; null if none has. */
  termsChangedAt: z.nullable(z.string()),
})
export type AppSettings = z.output<typeof AppSettings>

const list = <T extends z.ZodMiniType>(item: T) => z.object({ success: z.literal(true), data: z.array(item) })

export const contentRoutes = defineRoutes({
  'GET /api/category/list': {
    summary: 'Categories of vehicles and products',
    access: 'anyone',
    query: z.object({ kind: z.optional(z.enum(['vehicle', 'product'])) }),
    reply: list(Category),
    errors: [],
  },
  'GET /api/location/list': {
    summary: 'Pickup and dropoff places',
    access: 'anyone',
    reply: list(Location),
    errors: [],
  },
  'GET /api/catalog/names': {
    summary: 'Names of categories and places in a language, where they are translated',
    access: 'anyone',
    query: z.object({ locale: z.enum(locales) }),
    reply: list(TranslatedName),
    errors: [],
  },
  'GET /api/service/list': {
    summary: 'Computer and car services',
    access: 'anyone',
    reply: list(Service),
    errors: [],
  },
  'GET /api/banner/list': {
    summary: 'Banners; the first is the services header',
    access: 'anyone',
    reply: list(z.object({ imageUrl3: z.string() })),
    errors: [],
  },
  'GET /api/settings': {
    summary: 'Public settings of this installation',
    access: 'anyone',
    reply: z.object({ success: z.literal(true), data: AppSettings }),
    errors: [],
  },
})
