import type { SellProblems } from './sell-rules.ts'

type Section = { id: string; title: string; fields: ReadonlyArray<keyof SellProblems> }

/** The parts of the form, from top to bottom. */
export const SELL_SECTIONS = [
  { id: 'pictures', title: 'Pictures', fields: ['pictures'] },
  { id: 'car', title: 'The car', fields: ['name', 'category', 'price', 'description'] },
  {
    id: 'details',
    title: 'Details',
    fields: ['year', 'mileage', 'location', 'color', 'seats', 'transmission', 'fuelType', 'rating'],
  },
  { id: 'condition', title: 'Condition', fields: ['condition', 'ownership', 'serviceHistory'] },
  {
    id: 'technical',
    title: 'Technical specs',
    fields: ['engine', 'power', 'acceleration', 'topSpeed', 'range', 'towingCapacity'],
  },
  { id: 'features', title: 'Features', fields: ['features'] },
  { id: 'contact', title: 'Contact', fields: ['contactPhone', 'contactEmail', 'available'] },
  {
    id: 'payment',
    title: 'Payment',
    fields: ['mpesaName', 'mpesaPhoneNumber', 'mpesaMessage', 'email', 'amount'],
  },
] as const satisfies readonly Section[]

export type SellSectionId = (typeof SELL_SECTIONS)[number]['id']

/** The parts with nothing left to do. */
export function sectionsDone(problems: SellProblems): ReadonlySet<SellSectionId> {
  return new Set(
    SELL_SECTIONS.filter(({ fields }) => fields.every((field) => problems[field] === undefined)).map(
      ({ id }) => id,
    ),
  )
}
