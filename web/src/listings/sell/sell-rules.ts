import { isPlanPrice, type ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { firstSellProblem } from '@twende/contract/listings/sell-form-checks.ts'
import { readShillings } from '@twende/contract/money.ts'
import { readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { mpesaProblemWords } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { Email } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import { listingProblems } from '../listing-form/listing-rules.ts'
import type { ListingProblems } from '../listing-form/listing-values.ts'
import type { SellDraft, SellPayment } from './sell-draft.ts'

type Section = { id: string; title: () => string; fields: ReadonlyArray<keyof SellProblems> }

/** The parts of the form, from top to bottom. */
export const SELL_SECTIONS = [
  { id: 'pictures', title: m.sell_section_pictures, fields: ['pictures'] },
  { id: 'car', title: m.sell_section_car, fields: ['name', 'category', 'price', 'description'] },
  {
    id: 'details',
    title: m.sell_section_details,
    fields: ['year', 'mileage', 'location', 'color', 'seats', 'transmission', 'fuelType', 'rating'],
  },
  { id: 'condition', title: m.sell_section_condition, fields: ['condition', 'ownership', 'serviceHistory'] },
  {
    id: 'technical',
    title: m.sell_section_technical,
    fields: ['engine', 'power', 'acceleration', 'topSpeed', 'range', 'towingCapacity'],
  },
  { id: 'features', title: m.sell_section_features, fields: ['features'] },
  { id: 'contact', title: m.sell_section_contact, fields: ['contactPhone', 'contactEmail', 'available'] },
  {
    id: 'payment',
    title: m.sell_section_payment,
    fields: ['mpesaName', 'mpesaPhoneNumber', 'mpesaMessage', 'email', 'amount'],
  },
] as const satisfies readonly Section[]

export type SellProblems = ListingProblems & Partial<Record<keyof SellPayment, string>>
/** The field to look at; none where it is not about a field. */
type FirstProblem = { field: keyof SellProblems | undefined; sentence: string }

const PAYMENT_FIELDS = ['mpesaName', 'mpesaPhoneNumber', 'mpesaMessage', 'email', 'amount'] as const

type FilledForm = Pick<SellDraft, 'values' | 'payment' | 'pictures'>

type FormContext = { thisYear: number; plans: ListingPlans }

/** What stands between a draft and its listing: the fifteen checks in their order, then the rest from top to bottom. */
export function firstProblem(
  draft: FilledForm,
  { signedIn, ...context }: FormContext & { signedIn: boolean },
): FirstProblem | undefined {
  const found = firstSellProblem(checkedForm(draft, signedIn))
  if (found) return { field: fieldOf(found.field, draft), sentence: found.sentence }
  const problems = sellProblems(draft, context)
  const fields: ReadonlyArray<keyof SellProblems> = SELL_SECTIONS.flatMap((section) => section.fields)
  const field = fields.find((name) => problems[name])
  return field && { field, sentence: problems[field] ?? '' }
}

/** Everything that is wrong, field by field. */
export function sellProblems(draft: FilledForm, { thisYear, plans }: FormContext): SellProblems {
  const { values, payment, pictures } = draft
  const problems: SellProblems = listingProblems(values, thisYear)
  if (pictures.length === 0) problems.pictures = m.sell_problem_no_picture()
  if (values.features.length === 0) problems.features = m.sell_problem_no_feature()
  const checked = checkedForm(draft, true)
  for (const field of PAYMENT_FIELDS) {
    // Each payment field is looked at as if all before it were right.
    const alone = { ...rightForm, paymentMethod: payment.paymentMethod, [field]: checked[field] }
    const sentence = firstSellProblem(alone)?.sentence ?? moreAbout(field, payment, plans)
    if (sentence !== undefined) problems[field] = sentence
  }
  return problems
}

/** What the server asks beyond the fifteen checks. */
function moreAbout(
  field: (typeof PAYMENT_FIELDS)[number],
  payment: SellPayment,
  plans: ListingPlans,
): string | undefined {
  const { paymentMethod, mpesaMessage, email, amount } = payment
  if (field === 'email') return Email.safeParse(email).error?.issues[0]?.message
  if (paymentMethod === 'message') {
    const reading = field === 'mpesaMessage' ? readMpesaMessage(mpesaMessage) : undefined
    return reading && !reading.read ? mpesaProblemWords[reading.problem]() : undefined
  }
  const isPlan = isPlanPrice(readShillings(amount), plans)
  return field === 'amount' && !isPlan ? m.sell_problem_plan() : undefined
}

const filled = 'x'
const rightForm = {
  signedIn: true,
  hasMainImage: true,
  apiKnown: true,
  features: [filled],
  category: filled,
  location: filled,
  contactInfo: { phone: filled, email: filled },
  mpesaName: filled,
  mpesaPhoneNumber: '0712345678',
  mpesaMessage: filled,
  email: 'a@example.com',
  amount: '1',
  name: filled,
  description: filled,
  price: '1',
}

function checkedForm({ values, payment, pictures }: FilledForm, signedIn: boolean) {
  const { features, category, location, name, description, price } = values
  return {
    ...payment,
    ...{ features, category, location, name, description, price },
    signedIn,
    hasMainImage: pictures.length > 0,
    contactInfo: { phone: values.contactPhone, email: values.contactEmail },
    // Pages and API come from one address.
    apiKnown: true,
  }
}

function fieldOf(
  field: NonNullable<ReturnType<typeof firstSellProblem>>['field'],
  { values }: FilledForm,
): keyof SellProblems | undefined {
  if (field === 'form') return undefined
  if (field === 'image1') return 'pictures'
  if (field === 'contactInfo') return values.contactPhone.trim() === '' ? 'contactPhone' : 'contactEmail'
  return field
}

export type SellSectionId = (typeof SELL_SECTIONS)[number]['id']

/** The parts with nothing left to do. */
export function sectionsDone(problems: SellProblems): ReadonlySet<SellSectionId> {
  return new Set(
    SELL_SECTIONS.filter(({ fields }) => fields.every((field) => problems[field] === undefined)).map(
      ({ id }) => id,
    ),
  )
}
