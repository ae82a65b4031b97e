import { DEFAULT_PICKUP_TIME } from '@twende/contract/business-constants.ts'
import { noPayment } from '../form/payment-values.ts'
import type { FleetCar } from './fleet-cars.ts'

const noExtras = {
  chauffeur: false,
  additionalDrivers: '',
  childSeats: '',
  extraKm: '',
  deliveryToAddress: false,
  deliveryAddress: '',
  collectionFromAddress: false,
  collectionAddress: '',
}

/** The chosen extras as they are sent; undefined where none are chosen. */
export function extrasOf(typed: typeof noExtras) {
  const extras = {
    ...typed,
    additionalDrivers: Number(typed.additionalDrivers),
    childSeats: Number(typed.childSeats),
    extraKm: Number(typed.extraKm),
  }
  const { deliveryAddress: _, collectionAddress: __, ...chosen } = extras
  return Object.values(chosen).some(Boolean) ? extras : undefined
}

/** The form of a booking at the counter before anything is typed. */
export const emptyWalkIn = {
  carId: '',
  startDate: '',
  pickupTime: DEFAULT_PICKUP_TIME as string,
  endDate: '',
  dropoffTime: DEFAULT_PICKUP_TIME as string,
  pickupLocation: '',
  dropoffLocation: '',
  customerInfo: { firstName: '', lastName: '', phone: '', email: '', licenseNumber: '' },
  extras: noExtras,
  ...noPayment,
}

export type WalkInValues = typeof emptyWalkIn

/** The car's own place until another is chosen, and back to where it was picked up. */
export function placesOf(typed: WalkInValues, cars: readonly FleetCar[]) {
  const own = cars.find(({ _id }) => _id === typed.carId)?.location ?? ''
  const pickupLocation = typed.pickupLocation || own
  return { pickupLocation, dropoffLocation: typed.dropoffLocation || pickupLocation }
}
