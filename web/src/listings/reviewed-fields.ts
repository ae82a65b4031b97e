import type { ReviewedField } from '@twende/contract/listings/edit-review.ts'

/** The reviewed facts as they stand in a sentence. */
export const reviewedWords: Readonly<Record<ReviewedField, string>> = {
  name: 'the name',
  category: 'the category',
  price: 'the price by more than 20 %',
  year: 'the year',
  mileage: 'the mileage',
  condition: 'the condition',
  ownership: 'the ownership',
  transmission: 'the transmission',
  fuelType: 'the fuel',
  seats: 'the seats',
  color: 'the color',
  location: 'the location',
  photos: 'the pictures',
  description: 'the description',
  serviceHistory: 'the service history',
  features: 'the features',
  specs: 'the technical specifications',
  phone: 'the phone number',
  email: 'the email',
}
