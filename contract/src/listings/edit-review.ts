/** What staff looks at before a listing is verified. */
export const REVIEWED_FIELDS = [
  'name',
  'year',
  'photos',
  'phone',
  'email',
  'price',
  'description',
  'features',
  'specs',
  'serviceHistory',
  'color',
] as const
export type ReviewedField = (typeof REVIEWED_FIELDS)[number]

/** `photos` are their names or addresses; `phone` in its stored form. */
export type ReviewedFacts = {
  name: string
  year: number
  photos: readonly string[]
  phone: string
  email: string
  price: number
  description: string
  features: readonly string[]
  specs: Readonly<Record<string, string>>
  serviceHistory: string
  color: string
}

/** A price may move by this many hundredths of the verified one. */
const PRICE_LEEWAY = 20

/**
 * Which changes send a verified listing back to review. `verified` is what staff saw, not what the last edit left, or
 * a price could wander anywhere in small steps.
 */
export function editsToReview(verified: ReviewedFacts, edited: ReviewedFacts): ReviewedField[] {
  const changed: Record<ReviewedField, boolean> = {
    name: sameWords(verified.name) !== sameWords(edited.name),
    year: verified.year !== edited.year,
    photos: !sameSet(verified.photos, edited.photos),
    phone: verified.phone !== edited.phone,
    email: verified.email.toLowerCase() !== edited.email.toLowerCase(),
    price: Math.abs(edited.price - verified.price) * 100 > verified.price * PRICE_LEEWAY,
    description: sameWords(verified.description) !== sameWords(edited.description),
    features: saysMore(verified.features, edited.features),
    specs: saysMore(Object.values(verified.specs), Object.values(edited.specs)),
    serviceHistory: saysMore([verified.serviceHistory], [edited.serviceHistory]),
    color: !isPlainColor(edited.color) && saysMore([verified.color], [edited.color]),
  }
  return REVIEWED_FIELDS.filter((field) => changed[field])
}

/** Spaces and capitals may be mended freely. */
function sameWords(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Whether something is said that was not said before; to say less is no reason to look again. */
function saysMore(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before.map(sameWords))
  return after.some((text) => sameWords(text) !== '' && !known.has(sameWords(text)))
}

/** A word or two, and not a number, an address or a message. */
function isPlainColor(color: string): boolean {
  return /^[\p{L}\s-]{1,20}$/u.test(color)
}

/** Photos may be put into another order; one more or one less is another picture of the car. */
function sameSet(before: readonly string[], after: readonly string[]): boolean {
  return before.every((photo) => after.includes(photo)) && after.every((photo) => before.includes(photo))
}
