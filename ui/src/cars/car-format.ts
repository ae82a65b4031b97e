import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'

/** `automatic` as people read it: `Automatic`. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** May this car be rented, on the chosen dates if there are any? */
export function isRentable(car: Pick<Car, 'available' | 'stay'>): boolean {
  return car.available && (car.stay?.free ?? true)
}

/** `3 days` for the price of a stay. */
export function daysInWords(days: number): string {
  return m.common_day_count({ count: days })
}
