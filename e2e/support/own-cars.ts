import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import type { FleetCar } from '@twende/contract/cars/car.ts'
import { photoBlob } from './camera.ts'
import { call } from './market.ts'
import { firstAdminToken, preparerToken } from './people.ts'
import { postForm } from './post-form.ts'

type Stated = { name: string; category?: string }

/** A car of the journey's own, for what would change how others rent a car of the demo fleet. It leaves the fleet with `retire`. */
export async function ownCar({
  name,
  category = 'Sedan',
}: Stated): Promise<FleetCar & { retire: () => Promise<void> }> {
  const { data } = await call('GET /api/location/list', {})
  const car = await postForm('/api/admin/cars', await preparerToken(), {
    name,
    category,
    location: data[0]?.name ?? '',
    numberPlate: newPlate(),
    description: 'An old friend of the bush roads.',
    price: '6000',
    deposit: '20000',
    kmPerDay: '150',
    seats: '5',
    // What the search of the fleet counts and compares is automatic.
    transmission: 'manual',
    fuelType: 'petrol',
    specs: '{}',
    features: '[]',
    image1: photoBlob(),
  })
  const retire = async () => {
    const body = { reason: 'The journey is over' }
    const staff = { token: await firstAdminToken() }
    const retiring = call('POST /api/admin/car/:carId/retire', { params: { carId: car._id }, body }, staff)
    // A car that somebody rented meanwhile stays.
    await retiring.catch((refusal) => expect(refusal).toMatchObject({ code: 'car_has_bookings' }))
  }
  return { ...car, retire }
}

/** Plates have no I and no O. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A number plate that no car has. */
export function newPlate(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  return `KC${letter()} ${String(randomInt(1000)).padStart(3, '0')}${letter()}`
}
