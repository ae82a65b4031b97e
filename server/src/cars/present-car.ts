import type { Car } from '@twende/contract/cars/car.ts'
import { toPicture } from '../media/present-picture.ts'
import { type CarRow, carFields } from './car-store.ts'

/** A car as everybody may see it; specification, section 3. */
export function toCar(row: CarRow, publicUrl: string): Car {
  const pictures = row.pictures.map((picture) => toPicture(picture, publicUrl))
  const address = (position: number) => pictures[position]?.address ?? ''
  return {
    ...carFields(row),
    _id: row.id,
    category: row.category,
    location: row.location,
    image: address(0),
    image2: address(1),
    image3: address(2),
    image4: address(3),
    rating: row.rating,
    reviewCount: row.review_count,
    available: row.available,
    pictures,
  }
}
