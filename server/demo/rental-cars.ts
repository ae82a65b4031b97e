import type { FUEL_TYPES, TRANSMISSIONS } from '@twende/contract/business-constants.ts'

export type DemoCar = {
  name: string
  category: string
  location: string
  price: number
  deposit: number
  kmPerDay: number
  seats: number
  transmission: (typeof TRANSMISSIONS)[number]
  fuel: (typeof FUEL_TYPES)[number]
  /** Body and paint as in `pictures/cars/<look>-<view>.webp`, and the views in the order shown. */
  look: string
  views: readonly (1 | 2 | 3 | 4)[]
  available?: false
  /** Engine, power, 0 to 100 km/h, top speed. */
  specs: readonly [engine: string, power: string, acceleration: string, topSpeed: string]
  range?: string
  description: string
  features: readonly string[]
}

const automaticPetrol = { transmission: 'automatic', fuel: 'petrol' } as const

/** Small cars and saloons; the other half of the fleet is in `rental-cars-large.ts`. */
export const smallRentalCars: readonly DemoCar[] = [
  {
    ...automaticPetrol,
    name: 'Suzuki Alto 660',
    category: 'Hatchback',
    location: 'CBD, Nairobi',
    price: 2_500,
    deposit: 10_000,
    kmPerDay: 150,
    seats: 4,
    look: 'hatchback-red',
    views: [1, 2, 3],
    specs: ['0.66 L three-cylinder', '52 hp', '15.6 s', '140 km/h'],
    description:
      'The cheapest way to have your own wheels in the city. It turns in a single lane, parks where nothing else fits, and goes from town to Kitengela and back on a few hundred shillings of fuel.',
    features: ['Air conditioning', 'USB charging', 'Central locking', 'Over 20 km per litre', 'Phone holder'],
  },
  {
    ...automaticPetrol,
    name: 'Toyota Passo',
    category: 'Hatchback',
    location: 'CBD, Nairobi',
    price: 3_000,
    deposit: 10_000,
    kmPerDay: 150,
    seats: 5,
    look: 'hatchback-gold',
    views: [1, 3, 2],
    specs: ['1.0 L three-cylinder', '69 hp', '14.6 s', '160 km/h'],
    description:
      'Light steering, a bench seat in front and surprisingly much room behind it. First-time renters ask for this one again, because nothing about it is difficult.',
    features: ['Air conditioning', 'Bluetooth', 'Reverse camera', 'Keyless start', 'Folding rear seats'],
  },
  {
    ...automaticPetrol,
    name: 'Toyota Vitz',
    category: 'Hatchback',
    location: 'JKIA, Nairobi',
    price: 3_500,
    deposit: 10_000,
    kmPerDay: 150,
    seats: 5,
    look: 'hatchback-silver',
    views: [1, 2, 3],
    specs: ['1.3 L four-cylinder', '99 hp', '12.3 s', '170 km/h'],
    description:
      'We hand it over in the arrivals car park, washed and full. Two suitcases go in the back, a third on the seat, and the Expressway is five minutes away.',
    features: [
      'Air conditioning',
      'Bluetooth',
      'Airport handover',
      'Phone holder',
      'Stop-start engine',
      'USB charging',
    ],
  },
  {
    ...automaticPetrol,
    name: 'Mazda Demio',
    category: 'Hatchback',
    location: 'Moi Airport, Mombasa',
    price: 3_500,
    deposit: 10_000,
    kmPerDay: 150,
    seats: 5,
    look: 'hatchback-blue',
    views: [1, 3, 2],
    specs: ['1.3 L Skyactiv', '92 hp', '12.1 s', '175 km/h'],
    description:
      'Our coast runabout. The air conditioning is strong enough for February in Mombasa, and it is nimble on the old town’s corners and easy on the ferry.',
    features: [
      'Strong air conditioning',
      'Bluetooth',
      'Reverse camera',
      'Cruise control',
      'Rubber mats for sandy feet',
    ],
  },
  {
    ...automaticPetrol,
    name: 'Nissan Note',
    category: 'Hatchback',
    location: 'Kisumu Airport',
    price: 3_500,
    deposit: 10_000,
    kmPerDay: 150,
    seats: 5,
    look: 'hatchback-pearl',
    views: [1, 2, 3],
    available: false,
    specs: ['1.2 L three-cylinder', '79 hp', '13.7 s', '168 km/h'],
    description:
      'Tall doors and a flat boot floor make it the easy one for grandparents and shopping. It is having a new clutch pack fitted and will be back by the lake soon.',
    features: [
      'Air conditioning',
      'Wide-opening doors',
      'Reverse camera',
      'USB charging',
      'Child-seat anchors',
    ],
  },
  {
    name: 'Honda Fit Hybrid',
    category: 'Hatchback',
    location: 'Westlands, Nairobi',
    price: 4_000,
    deposit: 10_000,
    kmPerDay: 200,
    seats: 5,
    transmission: 'automatic',
    fuel: 'hybrid',
    look: 'hatchback-black',
    views: [1, 3, 2],
    specs: ['1.5 L hybrid', '137 hp', '10.4 s', '180 km/h'],
    description:
      'It creeps along Waiyaki Way on the battery while others burn petrol. The rear seats fold up like cinema chairs, so a bicycle or a washing machine rides along upright.',
    features: [
      'Air conditioning',
      'Android Auto',
      'Reverse camera',
      'Fold-up rear seats',
      'Over 25 km per litre in town',
      'Cruise control',
    ],
  },
  {
    ...automaticPetrol,
    name: 'Toyota Axio',
    category: 'Sedan',
    location: 'JKIA, Nairobi',
    price: 4_500,
    deposit: 15_000,
    kmPerDay: 200,
    seats: 5,
    look: 'sedan-silver',
    views: [1, 2, 3],
    specs: ['1.5 L four-cylinder', '109 hp', '11.8 s', '180 km/h'],
    description:
      'The saloon half of Nairobi drives, for good reasons: quiet, frugal, and any mechanic from Kitale to Kilifi has its parts on the shelf. A safe choice for a week upcountry.',
    features: [
      'Air conditioning',
      'Bluetooth',
      'Airport handover',
      'Reverse camera',
      'Large locked boot',
      'ISOFIX anchors',
    ],
  },
  {
    ...automaticPetrol,
    name: 'Toyota Fielder',
    category: 'Station Wagon',
    location: 'Nakuru',
    price: 4_500,
    deposit: 15_000,
    kmPerDay: 200,
    seats: 5,
    look: 'wagon-pearl',
    views: [1, 3, 2],
    specs: ['1.5 L four-cylinder', '109 hp', '12.1 s', '178 km/h'],
    description:
      'Five people and everything they brought, with the seats up; a mattress, with the seats down. It knows the road to the Menengai lookout and shrugs at the last rough kilometre.',
    features: [
      'Air conditioning',
      'Roof rails',
      'Flat 1.8 m load floor',
      'Bluetooth',
      'Reverse camera',
      'Luggage cover',
    ],
  },
  {
    ...automaticPetrol,
    name: 'Toyota Premio',
    category: 'Sedan',
    location: 'Kilimani, Nairobi',
    price: 5_500,
    deposit: 15_000,
    kmPerDay: 200,
    seats: 5,
    look: 'sedan-pearl',
    views: [1, 2, 3],
    specs: ['1.8 L four-cylinder', '143 hp', '10.4 s', '185 km/h'],
    description:
      'Velour seats, wood trim and an engine one hardly hears. Good for a day of meetings, and dressed well enough to carry a bride’s parents.',
    features: [
      'Climate control',
      'Keyless start',
      'Reverse camera',
      'Bluetooth',
      'Reclining rear seats',
      'Fog lights',
    ],
  },
  {
    name: 'Nissan Leaf',
    category: 'Hatchback',
    location: 'Westlands, Nairobi',
    price: 5_500,
    deposit: 20_000,
    kmPerDay: 120,
    seats: 5,
    transmission: 'automatic',
    fuel: 'electric',
    look: 'crossover-blue',
    views: [1, 2, 3],
    specs: ['40 kWh battery', '150 hp', '7.9 s', '144 km/h'],
    range: 'About 240 km',
    description:
      'Silent, quick off the lights, and a full charge overnight costs less than a plate of nyama choma. We give you the charging card and a list of the sockets that really work.',
    features: [
      'Climate control',
      'Charging card included',
      'One-pedal driving',
      'Heated seats',
      'Android Auto',
      'Parking sensors',
    ],
  },
]
