import { listText } from '@twende/contract/list-text.ts'
import type { ReviewedField } from '@twende/contract/listings/edit-review.ts'
import { m } from '@twende/messages'

/** The reviewed facts as they stand in a sentence. */
const factLabels: Readonly<Record<ReviewedField, () => string>> = {
  name: m.edit_listing_fact_name,
  category: m.edit_listing_fact_category,
  price: m.edit_listing_fact_price,
  year: m.edit_listing_fact_year,
  mileage: m.edit_listing_fact_mileage,
  condition: m.edit_listing_fact_condition,
  ownership: m.edit_listing_fact_ownership,
  transmission: m.edit_listing_fact_transmission,
  fuelType: m.edit_listing_fact_fuel,
  seats: m.edit_listing_fact_seats,
  color: m.edit_listing_fact_color,
  location: m.edit_listing_fact_location,
  photos: m.edit_listing_fact_pictures,
  description: m.edit_listing_fact_description,
  serviceHistory: m.edit_listing_fact_service_history,
  features: m.edit_listing_fact_features,
  specs: m.edit_listing_fact_specs,
  phone: m.edit_listing_fact_phone,
  email: m.edit_listing_fact_email,
}

/** `the price, the year and the mileage`, in the language of the page. */
export function reviewedFacts(fields: readonly ReviewedField[]): string {
  return listText(
    fields.map((field) => factLabels[field]()),
    'conjunction',
  )
}
