import type { Car } from '@twende/contract/cars/car.ts'
import { type PictureRow, toPicture } from '../media/present-picture.ts'

export type CarRow = {
  id: string
  name: string
  category: string
  location: string
  description: string
  price_per_day: number
  deposit: number
  km_per_day: number
  seats: number
  transmission: Car['transmission']
  fuel_type: Car['fuelType']
  specs: Record<string, string>
  features: string[]
  available: boolean
  rating: number
  review_count: number
  pictures: PictureRow[]
}

/** A car as everybody may see it; specification, section 3. */
export function toCar(row: CarRow, publicUrl: string): Car {
  const pictures = row.pictures.map((picture) => toPicture(picture, publicUrl))
  const address = (position: number) => pictures[position]?.address ?? ''
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    price: row.price_per_day,
    description: row.description,
    image: address(0),
    image2: address(1),
    image3: address(2),
    image4: address(3),
    seats: row.seats,
    transmission: row.transmission,
    fuelType: row.fuel_type,
    rating: row.rating,
    reviewCount: row.review_count,
    available: row.available,
    specs: row.specs,
    features: row.features,
    location: row.location,
    deposit: row.deposit,
    kmPerDay: row.km_per_day,
    pictures,
  }
}
