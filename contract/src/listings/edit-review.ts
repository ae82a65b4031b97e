/** The facts that a buyer relies on; staff reviews changes of them. */
export const REVIEWED_FIELDS = [
  'name',
  'category',
  'price',
  'year',
  'mileage',
  'condition',
  'ownership',
  'transmission',
  'fuelType',
  'seats',
  'color',
  'location',
  'photos',
  'description',
  'serviceHistory',
  'features',
  'specs',
  'phone',
  'email',
] as const
export type ReviewedField = (typeof REVIEWED_FIELDS)[number]

/** `photos` are their names or addresses; `phone` is in its stored form; category and location are names or ids. */
export type ReviewedFacts = {
  name: string
  category: string
  price: number
  year: number
  mileage: number
  condition: string
  ownership: string
  transmission: string
  fuelType: string
  seats: number
  color: string
  location: string
  photos: readonly string[]
  description: string
  serviceHistory: string
  features: readonly string[]
  specs: Readonly<Record<string, string>>
  phone: string
  email: string
}

/** A price may change by this percentage of the verified price without a review. */
const PRICE_LEEWAY = 20

/**
 * Which changes of a verified listing need a review. `verified` holds the facts that staff verified, not those of the
 * last edit: otherwise a price could be changed without limit in small steps.
 */
export function editsToReview(verified: ReviewedFacts, edited: ReviewedFacts): ReviewedField[] {
  const changed: Record<ReviewedField, boolean> = {
    name: !sameWords(verified.name, edited.name),
    category: verified.category !== edited.category,
    price: Math.abs(edited.price - verified.price) * 100 > verified.price * PRICE_LEEWAY,
    year: verified.year !== edited.year,
    mileage: verified.mileage !== edited.mileage,
    condition: verified.condition !== edited.condition,
    ownership: verified.ownership !== edited.ownership,
    transmission: verified.transmission !== edited.transmission,
    fuelType: verified.fuelType !== edited.fuelType,
    seats: verified.seats !== edited.seats,
    color: !sameWords(verified.color, edited.color),
    location: verified.location !== edited.location,
    photos: !sameSet(verified.photos, edited.photos),
    description: !sameWords(verified.description, edited.description),
    serviceHistory: !sameWords(verified.serviceHistory, edited.serviceHistory),
    features: !sameSet(verified.features.map(words), edited.features.map(words)),
    specs: !sameSpecs(verified.specs, edited.specs),
    phone: verified.phone !== edited.phone,
    email: verified.email.toLowerCase() !== edited.email.toLowerCase(),
  }
  return REVIEWED_FIELDS.filter((field) => changed[field])
}

/** Spaces and capitals may be corrected without a review. */
function words(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

function sameWords(before: string, after: string): boolean {
  return words(before) === words(after)
}

/** A blank specification is the same as none. */
function sameSpecs(before: ReviewedFacts['specs'], after: ReviewedFacts['specs']): boolean {
  return [...Object.keys(before), ...Object.keys(after)].every((name) =>
    sameWords(before[name] ?? '', after[name] ?? ''),
  )
}

/** Photos and features may be put into another order; one more or one less is a change. */
function sameSet(before: readonly string[], after: readonly string[]): boolean {
  return before.every((one) => after.includes(one)) && after.every((one) => before.includes(one))
}
