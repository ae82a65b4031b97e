import type { Car } from '@twende/contract/cars/car.ts'

/** A car of the fleet as the API sends it; a test states what matters to it. */
export const rentalCar: Car = {
  _id: '0198a000-0000-7000-8000-000000000002',
  name: 'Toyota Premio',
  category: 'Sedan',
  price: 5500,
  description: '',
  image: '',
  image2: '',
  image3: '',
  image4: '',
  seats: 5,
  transmission: 'automatic',
  fuelType: 'petrol',
  rating: 4.5,
  reviewCount: 3,
  available: true,
  specs: {},
  features: [],
  location: 'Nairobi',
  deposit: 0,
  kmPerDay: 200,
  year: 2017,
  colour: 'Silver',
  pictures: [],
}
