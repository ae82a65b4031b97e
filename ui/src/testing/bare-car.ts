import type { Car } from '@twende/contract/cars/car.ts'

/** A car with no more than its name and price: every other field is missing, as the specification allows. */
export const bareCar = {
  _id: '0198a000-0000-7000-8000-000000000009',
  name: 'Mazda Demio',
  category: 'Hatchback',
  price: 3200,
  image: 'https://cars.example/demio.jpg',
} as Car
