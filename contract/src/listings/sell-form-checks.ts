import { m } from '@twende/messages'
import { readShillings } from '../money.ts'
import { normaliseKenyanPhone } from '../payments/phone-number.ts'
import type { ListingPaymentMethod } from './listing-choices.ts'

/** A filled sell form; numbers as typed. */
export type SellForm = {
  signedIn: boolean
  hasMainImage: boolean
  features: readonly string[]
  category: string
  location: string
  contactInfo: { phone: string; email: string }
  mpesaName: string
  mpesaPhoneNumber: string
  mpesaMessage: string
  email: string
  amount: string
  name: string
  description: string
  price: string
  /** Whether the page knows the address of the API. */
  apiKnown: boolean
  /** With `stk` the phone itself is asked to pay, so there is no payer's name and no message to paste. */
  paymentMethod: ListingPaymentMethod
}

/** The field with the problem; `form` when it is no single field. */
export type SellFormField =
  | 'form'
  | 'image1'
  | Exclude<keyof SellForm, 'signedIn' | 'hasMainImage' | 'apiKnown' | 'paymentMethod'>
export type SellFormProblem = { field: SellFormField; sentence: string }

type Check = [sentence: () => string, wrongField: (form: SellForm) => SellFormField | undefined]

const blank = (text: string) => text.trim() === ''
const positive = (text: string) => (readShillings(text) ?? 0) >= 1

/** The checks of the specification, section 5, in its order and words. */
const checks: readonly Check[] = [
  [m.validation_sell_login, (form) => (form.signedIn ? undefined : 'form')],
  [m.validation_picture_missing, (form) => (form.hasMainImage ? undefined : 'image1')],
  [m.validation_feature_missing, (form) => (form.features.every(blank) ? 'features' : undefined)],
  [m.validation_category, (form) => (blank(form.category) ? 'category' : undefined)],
  [m.validation_location, (form) => (blank(form.location) ? 'location' : undefined)],
  [
    m.validation_contact_info,
    ({ contactInfo: { phone, email } }) => (blank(phone) || blank(email) ? 'contactInfo' : undefined),
  ],
  [
    m.validation_mpesa_name,
    (form) => (form.paymentMethod === 'message' && blank(form.mpesaName) ? 'mpesaName' : undefined),
  ],
  [m.validation_mpesa_phone, (form) => (blank(form.mpesaPhoneNumber) ? 'mpesaPhoneNumber' : undefined)],
  [
    m.validation_kenyan_phone,
    (form) => (normaliseKenyanPhone(form.mpesaPhoneNumber) === undefined ? 'mpesaPhoneNumber' : undefined),
  ],
  [
    m.validation_mpesa_message,
    (form) => (form.paymentMethod === 'message' && blank(form.mpesaMessage) ? 'mpesaMessage' : undefined),
  ],
  [m.validation_confirmation_email, (form) => (blank(form.email) ? 'email' : undefined)],
  [m.validation_email, (form) => (isEmailShaped(form.email.trim()) ? undefined : 'email')],
  [m.validation_paid_amount, (form) => (positive(form.amount) ? undefined : 'amount')],
  [m.validation_basic_car_facts, missingBasic],
  [m.validation_api_missing, (form) => (form.apiKnown ? undefined : 'form')],
]

function missingBasic(form: SellForm): SellFormField | undefined {
  if (blank(form.name)) return 'name'
  if (blank(form.description)) return 'description'
  return positive(form.price) ? undefined : 'price'
}

/** The first problem of a sell form; undefined when it may be sent. */
export function firstSellProblem(form: SellForm): SellFormProblem | undefined {
  for (const [sentence, wrongField] of checks) {
    const field = wrongField(form)
    if (field !== undefined) return { field, sentence: sentence() }
  }
  return undefined
}

function isEmailShaped(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
