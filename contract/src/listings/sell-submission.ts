import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { KenyanPhone } from '../payments/payment-input.ts'
import { Email, Id, line, optionalParagraphs, paragraphs, plainLine, readJson, SeenAt } from '../text.ts'
import { LISTING_PAYMENT_METHODS, SELL_DEFAULTS } from './listing-choices.ts'
import { EditedFacts, ListingFacts, PaidAmount } from './listing-fields.ts'
import { firstSellProblem, type SellFormProblem } from './sell-form-checks.ts'

const text = (max: number) => optionalParagraphs(max)
const textOr = (value: string) => z._default(z.string().check(z.trim(), z.maxLength(40)), value)

/** The fields of the sell form on the wire: text, three of them holding JSON. */
const SellWire = z.object({
  name: text(100),
  description: text(4000),
  price: text(40),
  category: text(60),
  seats: textOr(String(SELL_DEFAULTS.seats)),
  transmission: textOr(SELL_DEFAULTS.transmission),
  fuelType: textOr(SELL_DEFAULTS.fuelType),
  rating: textOr(String(SELL_DEFAULTS.rating)),
  available: textOr(String(SELL_DEFAULTS.available)),
  year: text(40),
  mileage: text(40),
  location: text(60),
  color: text(40),
  condition: textOr(SELL_DEFAULTS.condition),
  ownership: textOr(SELL_DEFAULTS.ownership),
  serviceHistory: text(1000),
  features: text(20_000),
  specs: text(20_000),
  contactInfo: text(20_000),
  mpesaName: text(100),
  mpesaPhoneNumber: text(40),
  mpesaMessage: text(1000),
  email: text(254),
  amount: text(40),
  /** `stk` asks the phone to pay instead of reading a pasted message. */
  paymentMethod: z._default(z.enum(LISTING_PAYMENT_METHODS), 'message'),
})

/** The fields of the sell form, parsed and checked. */
const SellDetails = z.extend(ListingFacts, {
  mpesaName: z.string().check(z.overwrite(plainLine)),
  mpesaPhoneNumber: KenyanPhone,
  mpesaMessage: z.string(),
  email: Email,
  amount: PaidAmount,
  paymentMethod: z.enum(LISTING_PAYMENT_METHODS),
})

/** What `/api/sell/add` takes; refuses with the sentences of the sell form, in its order. */
export const SellSubmission = z.pipe(
  z.pipe(
    SellWire,
    z.transform((wire, context): unknown => {
      const problem = wireProblem(wire)
      if (problem === undefined) return wire
      context.issues.push({ code: 'custom', message: problem.sentence, path: [problem.field], input: wire })
      return z.NEVER
    }),
  ),
  SellDetails,
)
export type SellSubmission = z.output<typeof SellSubmission>

/** Login, pictures and the address of the API are checked elsewhere. */
function wireProblem(wire: z.output<typeof SellWire>): SellFormProblem | undefined {
  const features = readJson(wire.features)
  const contact = readJson(wire.contactInfo)
  return firstSellProblem({
    ...wire,
    signedIn: true,
    hasMainImage: true,
    apiKnown: true,
    features: Array.isArray(features) ? features.filter((feature) => typeof feature === 'string') : [],
    contactInfo: { phone: textIn(contact, 'phone'), email: textIn(contact, 'email') },
  })
}

function textIn(record: unknown, name: string): string {
  const entries = record && typeof record === 'object' ? Object.entries(record) : []
  const value: unknown = entries.find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : ''
}

/** What `/api/sell/update` takes: the listing and the fields to change; refused when `updatedAt` is not its own. */
export const ListingEdit = z.extend(z.partial(EditedFacts), {
  id: Id,
  updatedAt: z.optional(SeenAt),
})
export type ListingEdit = z.output<typeof ListingEdit>

/** A payment for a listing: again after a refused one, or for more months. */
export const ListingRenewal = z.discriminatedUnion('paymentMethod', [
  z.object({
    id: Id,
    paymentMethod: z.literal('message'),
    mpesaName: line(100, m.validation_mpesa_name),
    mpesaPhoneNumber: KenyanPhone,
    mpesaMessage: paragraphs(1000, m.validation_mpesa_message),
    amount: PaidAmount,
  }),
  z.object({
    id: Id,
    paymentMethod: z.literal('stk'),
    mpesaPhoneNumber: KenyanPhone,
    amount: PaidAmount,
  }),
])
export type ListingRenewal = z.output<typeof ListingRenewal>
