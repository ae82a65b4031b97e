import type { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { m } from '@twende/messages'

type Transmission = (typeof TRANSMISSIONS)[number]
type FuelType = (typeof FUEL_TYPES)[number]

export const transmissionLabels: Readonly<Record<Transmission, () => string>> = {
  automatic: m.car_label_automatic,
  manual: m.car_label_manual,
}

export const fuelLabels: Readonly<Record<FuelType, () => string>> = {
  petrol: m.car_label_petrol,
  electric: m.car_label_electric,
  hybrid: m.car_label_hybrid,
  diesel: m.car_label_diesel,
}
