import { AMOUNT_AFTER_RESET, type ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { type ListingValues, listingBody, newListing } from '../listing-form/listing-values.ts'
import type { ReadyPicture } from '../listing-form/use-pictures.ts'

/** How the listing period is paid, as it is typed. */
export type SellPayment = {
  paymentMethod: 'message' | 'stk'
  mpesaName: string
  mpesaPhoneNumber: string
  mpesaMessage: string
  email: string
  amount: string
}

/** All fields of the form. */
export type SellFields = ListingValues & SellPayment

export type SellDraftFields = {
  values: ListingValues
  payment: SellPayment
  /** Sent along until there was an answer: whoever tries again after a lost one lists no second car. */
  attemptKey: string
}
export type SellDraft = SellDraftFields & { pictures: readonly ReadyPicture[] }

/** What an empty form begins with. */
export type Beginning = { thisYear: number; plans: ListingPlans }

/** An empty form; the first one is for the smallest plan. */
export function newDraftFields(
  { thisYear, plans }: Beginning,
  options: { afterReset?: boolean } = {},
): SellDraftFields {
  const amount = options.afterReset ? AMOUNT_AFTER_RESET : plans[0].price
  return {
    values: newListing(thisYear),
    payment: {
      paymentMethod: 'message',
      mpesaName: '',
      mpesaPhoneNumber: '',
      mpesaMessage: '',
      email: '',
      amount: String(amount),
    },
    attemptKey: '',
  }
}

/** Drafts hold a name and a phone number: each account has its own, and a visitor's goes to whoever signs in. */
const nameOf = (owner: string) => `sell draft ${owner}`

export function saveDraftFields(owner: string, words: SellDraftFields) {
  try {
    localStorage.setItem(nameOf(owner), JSON.stringify(words))
  } catch {
    // A full or forbidden store: the draft then lives as long as the page.
  }
}

export function deleteDraftFields(owner: string) {
  localStorage.removeItem(nameOf(owner))
}

/** The words of a draft, if this account left one in this browser. */
export function loadDraftFields(owner: string, beginning: Beginning): SellDraftFields | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(owner)) ?? 'null')
    return kept === null ? undefined : readDraftFields(kept, beginning)
  } catch {
    return undefined
  }
}

/** What was kept, as far as it still fits the form. */
export function readDraftFields(kept: unknown, beginning: Beginning): SellDraftFields {
  const fresh = newDraftFields(beginning)
  const parts = partsOf(kept)
  const values = partsOf(parts.get('values'))
  const payment = partsOf(parts.get('payment'))
  const features: unknown = values.get('features')
  return {
    values: {
      ...withText(fresh.values, values),
      features: Array.isArray(features) ? features.filter((feature) => typeof feature === 'string') : [],
    },
    payment: {
      ...withText(fresh.payment, payment),
      paymentMethod: payment.get('paymentMethod') === 'stk' ? 'stk' : 'message',
    },
    attemptKey: withText({ attemptKey: '' }, parts).attemptKey,
  }
}

function partsOf(kept: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(typeof kept === 'object' && kept !== null ? kept : {}))
}

/** `fresh` with the texts that were kept under its names. */
function withText<Fields extends object>(fresh: Fields, kept: ReadonlyMap<string, unknown>): Fields {
  const texts = Object.entries(fresh).flatMap(([name, value]) => {
    const text = kept.get(name)
    return typeof value === 'string' && typeof text === 'string' ? [[name, text] as const] : []
  })
  return { ...fresh, ...Object.fromEntries(texts) }
}

/** The fields of `/api/sell/add`; its pictures go beside them as image1 to image4. */
export function sellFields({
  values,
  payment,
}: Pick<SellDraftFields, 'values' | 'payment'>): Record<string, string> {
  const { features, specs, contactInfo, ...texts } = listingBody(values)
  return {
    ...texts,
    features: JSON.stringify(features),
    specs: JSON.stringify(specs),
    contactInfo: JSON.stringify(contactInfo),
    ...payment,
    // A request to the phone has no message; one left over in the form would only tell the wallet's balance.
    mpesaMessage: payment.paymentMethod === 'stk' ? '' : payment.mpesaMessage,
  }
}
