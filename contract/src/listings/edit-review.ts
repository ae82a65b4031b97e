/** What staff looks at before a listing is verified. */
export const REVIEWED_FIELDS = ['name', 'year', 'photos', 'phone', 'price'] as const
export type ReviewedField = (typeof REVIEWED_FIELDS)[number]

/** `photos` are their names or addresses; `phone` in its stored form. */
export type ReviewedFacts = {
  name: string
  year: number
  photos: readonly string[]
  phone: string
  price: number
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
    price: Math.abs(edited.price - verified.price) * 100 > verified.price * PRICE_LEEWAY,
  }
  return REVIEWED_FIELDS.filter((field) => changed[field])
}

/** Spaces and capitals may be mended freely. */
function sameWords(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Photos may be put into another order; one more or one less is another picture of the car. */
function sameSet(before: readonly string[], after: readonly string[]): boolean {
  return before.every((photo) => after.includes(photo)) && after.every((photo) => before.includes(photo))
}
