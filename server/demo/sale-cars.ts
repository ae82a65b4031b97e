import type { CONDITIONS, OWNERSHIPS } from '@twende/contract/listings/listing-choices.ts'

export type SaleCar = {
  name: string
  category: string
  year: number
  mileage: number
  price: number
  drive: `${'A' | 'M'}/${'petrol' | 'diesel' | 'hybrid' | 'electric'}/${number}`
  /** Engine, power, 0 to 100 km/h, top speed. */
  specs: readonly [engine: string, power: string, acceleration: string, topSpeed: string]
  town: string
  color: string
  ownership: (typeof OWNERSHIPS)[number]
  condition: (typeof CONDITIONS)[number]
  /** Body and paint as in `pictures/cars/<look>-<view>.webp`. */
  look: string
  seller: string
  description: string
  features: readonly string[]
  /** What became of it; without this it is verified and live. */
  ends?: 'sold' | 'expired' | 'ending' | 'underpaid' | 'waiting' | 'unverified' | 'draft' | 'suspended'
  months?: 1 | 3 | 6 | 12
  range?: string
}

type Told = Omit<SaleCar, 'name' | 'category' | 'year' | 'mileage' | 'price' | 'drive' | 'specs'>

function car(
  name: string,
  [category, year, mileage, price, drive]: readonly [string, number, number, number, SaleCar['drive']],
  specs: SaleCar['specs'],
  told: Told,
): SaleCar {
  return { name, category, year, mileage, price, drive, specs, ...told }
}

const first = { ownership: 'first' } as const
const second = { ownership: 'second' } as const
const good = { condition: 'good' } as const
const excellent = { condition: 'excellent' } as const
const nairobi = { town: 'Nairobi' } as const

/** Cars for sale in every state; prices and figures are those of the Kenyan market in 2025. */
export const saleCars: readonly SaleCar[] = [
  car(
    'Toyota Vitz F 1.3',
    ['Hatchback', 2017, 75_200, 1_330_000, 'A/petrol/5'],
    ['1.3 L', '98 hp', '12.4 s', '170 km/h'],
    {
      ...nairobi,
      ...first,
      ...good,
      color: 'Silver',
      look: 'hatchback-silver',
      seller: 'Brian Otieno',
      description:
        'Bought new to the country in 2023 and driven to the office and back. Tyres changed in March, no warning lights, never in a matatu lane fight.',
      features: ['Air conditioning', 'Reverse camera', 'Keyless entry'],
    },
  ),
  car(
    'Toyota Passo X',
    ['Hatchback', 2018, 56_300, 1_050_000, 'A/petrol/5'],
    ['1.0 L', '68 hp', '15.2 s', '155 km/h'],
    {
      ...first,
      ...excellent,
      town: 'Thika',
      color: 'Pearl White',
      look: 'hatchback-pearl',
      seller: 'Grace Achieng',
      description:
        'My first car, kept under a roof. Sips fuel, fits any parking space in Thika, and the boot takes a week of shopping.',
      features: ['Air conditioning', 'Bluetooth', 'Over 20 km per litre'],
    },
  ),
  car(
    'Toyota Axio X 1.5',
    ['Sedan', 2017, 81_000, 1_650_000, 'A/petrol/5'],
    ['1.5 L', '108 hp', '11.3 s', '180 km/h'],
    {
      ...nairobi,
      ...first,
      ...good,
      color: 'White',
      look: 'sedan-pearl',
      seller: 'Peter Mwangi',
      description:
        'A quiet saloon that has only known tarmac. Full service book from the same garage in Industrial Area.',
      features: ['Air conditioning', 'Lane departure alert', 'Reverse camera'],
    },
  ),
  car(
    'Toyota Corolla Fielder 1.5',
    ['Station Wagon', 2017, 75_000, 1_750_000, 'A/petrol/5'],
    ['1.5 L', '108 hp', '11.6 s', '180 km/h'],
    {
      ...first,
      ...good,
      town: 'Nakuru',
      color: 'Silver',
      look: 'wagon-silver',
      seller: 'Lucy Njeri',
      description:
        'Carried our family between Nakuru and Nyahururu for two years. Roof rails, clean seats, new brake pads all round.',
      features: ['Roof rails', 'Air conditioning', 'Folding rear seats'],
    },
  ),
  car(
    'Toyota Premio 1.8 G',
    ['Sedan', 2016, 61_000, 2_000_000, 'A/petrol/5'],
    ['1.8 L', '143 hp', '10.4 s', '185 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Black',
      look: 'sedan-black',
      seller: 'Brian Otieno',
      months: 6,
      description:
        'The G trim with the wood inside, looked after like a guest room. Two keys, original radio, no scratches worth a photo.',
      features: ['Leather seats', 'Cruise control', 'Push start'],
    },
  ),
  car(
    'Toyota Allion 1.5 A15',
    ['Sedan', 2014, 115_500, 1_390_000, 'A/petrol/5'],
    ['1.5 L', '110 hp', '11.9 s', '180 km/h'],
    {
      ...second,
      ...good,
      town: 'Eldoret',
      color: 'Grey',
      look: 'sedan-graphite',
      seller: 'Samuel Kipchoge',
      ends: 'sold',
      description:
        'An honest highway car with its years on it. Engine and gearbox are quiet, the front bumper was repainted once.',
      features: ['Air conditioning', 'Fog lights'],
    },
  ),
  car(
    'Toyota Mark X 250G',
    ['Sedan', 2017, 95_100, 2_175_000, 'A/petrol/5'],
    ['2.5 L V6', '203 hp', '8.2 s', '220 km/h'],
    {
      ...nairobi,
      ...second,
      ...good,
      color: 'White',
      look: 'sedan-pearl',
      seller: 'Dennis Ochieng',
      description:
        'Six smooth cylinders and rear-wheel drive. Shock absorbers replaced last year, tyres at eighty per cent.',
      features: ['Electric seats', 'Paddle shifters', 'Xenon lights'],
    },
  ),
  car(
    'Toyota Crown Athlete Hybrid',
    ['Luxury', 2017, 82_000, 3_200_000, 'A/hybrid/5'],
    ['2.5 L hybrid', '220 hp', '8.5 s', '210 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Black',
      look: 'luxury-black',
      seller: 'Yusuf Abdi',
      months: 3,
      description:
        'Glides away from the lights on the battery alone. The hybrid battery was tested in May and the report comes with the car.',
      features: ['Heated seats', 'Adaptive cruise control', 'Rear blinds'],
    },
  ),
  car(
    'Toyota Harrier Premium 2.0',
    ['SUV', 2017, 71_000, 3_600_000, 'A/petrol/5'],
    ['2.0 L', '151 hp', '10.9 s', '185 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Pearl White',
      look: 'crossover-pearl',
      seller: 'Amina Hassan',
      months: 3,
      description:
        'Panoramic roof, half-leather seats and not one stone chip on the bonnet. My husband is posted abroad, so it has to go.',
      features: ['Panoramic roof', 'Power tailgate', '360° camera'],
    },
  ),
  car(
    'Toyota RAV4 Adventure',
    ['SUV', 2019, 71_800, 4_700_000, 'A/petrol/5'],
    ['2.0 L', '171 hp', '9.8 s', '190 km/h'],
    {
      ...first,
      ...excellent,
      town: 'Mombasa',
      color: 'Blue',
      look: 'crossover-blue',
      seller: 'Halima Juma',
      description:
        'All-wheel drive with the terrain modes, washed of salt every week. It climbs to Taita like a goat.',
      features: ['All-wheel drive', 'Apple CarPlay', 'Power tailgate'],
    },
  ),
  car(
    'Toyota Land Cruiser Prado TX-L',
    ['SUV', 2018, 56_000, 7_600_000, 'A/diesel/7'],
    ['2.8 L diesel', '177 hp', '12.7 s', '175 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'White',
      look: 'suv-pearl',
      seller: 'Peter Mwangi',
      months: 12,
      description:
        'Seven leather seats, sunroof, and a cool box for the road to Turkana. Serviced every 5,000 km without fail.',
      features: ['Four-wheel drive', 'Cool box', 'Seven seats'],
    },
  ),
  car(
    'Toyota Land Cruiser ZX V8',
    ['Luxury', 2017, 62_100, 10_800_000, 'A/petrol/8'],
    ['4.6 L V8', '318 hp', '8.6 s', '205 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Black',
      look: 'suv-black',
      seller: 'Yusuf Abdi',
      months: 12,
      description:
        'The big one, with every box ticked. Height control, rear screens, four cameras; it has never pulled a trailer.',
      features: ['Air suspension', 'Rear entertainment', 'Four cameras'],
    },
  ),
  car(
    'Toyota Hilux Double Cab 2.8',
    ['Pickup Truck', 2018, 67_400, 5_200_000, 'M/diesel/5'],
    ['2.8 L diesel', '177 hp', '12.8 s', '175 km/h'],
    {
      ...first,
      ...good,
      town: 'Eldoret',
      color: 'White',
      look: 'pickup-pearl',
      seller: 'Brian Otieno',
      ends: 'underpaid',
      description:
        'A farm truck that was parked in a garage at night. Canopy, bull bar and a second battery stay on it.',
      features: ['Canopy', 'Four-wheel drive', 'Bull bar'],
    },
  ),
  car(
    'Toyota Probox DX 1.5',
    ['Station Wagon', 2017, 105_000, 1_275_000, 'A/petrol/5'],
    ['1.5 L', '109 hp', '12.6 s', '165 km/h'],
    {
      ...second,
      ...good,
      town: 'Kisumu',
      color: 'White',
      look: 'wagon-pearl',
      seller: 'Collins Barasa',
      ends: 'sold',
      description:
        'It has earned its keep and will earn yours. Stiffer springs at the back, new clutch of the fan, no smoke.',
      features: ['Reinforced springs', 'Large boot'],
    },
  ),
  car(
    'Toyota Succeed TX',
    ['Station Wagon', 2018, 87_600, 1_350_000, 'A/petrol/5'],
    ['1.5 L', '109 hp', '12.6 s', '165 km/h'],
    {
      ...first,
      ...good,
      town: 'Kitale',
      color: 'Silver',
      look: 'wagon-silver',
      seller: 'Kevin Kiprop',
      description:
        'Maize dealer’s own car, always loaded gently. Air conditioning works, which is rarer than it should be.',
      features: ['Air conditioning', 'Large boot', 'USB charging'],
    },
  ),
  car(
    'Toyota Noah Si',
    ['Minivan', 2017, 79_000, 2_450_000, 'A/petrol/8'],
    ['2.0 L', '152 hp', '11.8 s', '180 km/h'],
    {
      ...first,
      ...good,
      town: 'Mombasa',
      color: 'Black',
      look: 'minivan-black',
      seller: 'Halima Juma',
      description:
        'Eight real seats and two sliding doors that open by themselves. We did school runs, never airport transfers.',
      features: ['Power sliding doors', 'Rear air conditioning', 'Eight seats'],
    },
  ),
  car(
    'Toyota Alphard 2.5 S',
    ['Minivan', 2018, 89_300, 4_250_000, 'A/petrol/7'],
    ['2.5 L', '182 hp', '11.3 s', '180 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Pearl White',
      look: 'minivan-pearl',
      seller: 'Esther Wambui',
      months: 3,
      description:
        'Captain’s chairs with footrests: people fall asleep before the bypass. One careful owner and a driver who hates potholes.',
      features: ['Captain’s chairs', 'Twin sunroof', 'Rear screen'],
    },
  ),
  car(
    'Toyota Sienta G',
    ['Minivan', 2018, 71_900, 1_580_000, 'A/petrol/7'],
    ['1.5 L', '109 hp', '12.9 s', '170 km/h'],
    {
      ...first,
      ...good,
      town: 'Thika',
      color: 'Blue',
      look: 'minivan-blue',
      seller: 'Lucy Njeri',
      description:
        'Seven seats in the length of a saloon. The third row folds flat for a fridge, as we found out twice.',
      features: ['Seven seats', 'Sliding doors', 'Reverse camera'],
    },
  ),
  car(
    'Toyota Aqua S',
    ['Hatchback', 2017, 87_600, 1_380_000, 'A/hybrid/5'],
    ['1.5 L hybrid', '99 hp', '11.2 s', '170 km/h'],
    {
      ...first,
      ...good,
      town: 'Mombasa',
      color: 'Red',
      look: 'hatchback-red',
      seller: 'Amina Hassan',
      ends: 'unverified',
      description:
        'Thirty kilometres on a litre if your foot is light. Battery cells checked in June, all even.',
      features: ['Hybrid', 'Push start', 'Air conditioning'],
    },
  ),
  car(
    'Toyota Wish 1.8 S',
    ['Minivan', 2012, 124_000, 1_080_000, 'A/petrol/7'],
    ['1.8 L', '143 hp', '10.9 s', '180 km/h'],
    {
      town: 'Malindi',
      ownership: 'third',
      condition: 'needs repair',
      color: 'Silver',
      look: 'minivan-silver',
      seller: 'Brian Otieno',
      ends: 'expired',
      description:
        'Sold as it stands: the gearbox slips when cold and the left mirror is taped. A good shell for somebody who can turn a spanner.',
      features: ['Seven seats', 'Roof rails'],
    },
  ),
  car(
    'Toyota Fortuner 2.8',
    ['SUV', 2017, 52_000, 6_050_000, 'A/diesel/7'],
    ['2.8 L diesel', '177 hp', '11.8 s', '180 km/h'],
    {
      ...first,
      ...excellent,
      town: 'Kisumu',
      color: 'Graphite',
      look: 'suv-graphite',
      seller: 'Dennis Ochieng',
      months: 6,
      description:
        'Kisumu to Nairobi twice a month and nothing harder. Seven seats, low range, and mats that still smell new.',
      features: ['Four-wheel drive', 'Seven seats', 'Leather seats'],
    },
  ),
  car(
    'Nissan Note X 1.2',
    ['Hatchback', 2017, 78_500, 1_150_000, 'A/petrol/5'],
    ['1.2 L', '79 hp', '13.5 s', '165 km/h'],
    {
      ...nairobi,
      ...first,
      ...good,
      color: 'Blue',
      look: 'hatchback-blue',
      seller: 'Faith Mutua',
      description:
        'More room in the back than it has any right to. New battery, new wipers, same cheerful owner.',
      features: ['Emergency braking', 'Reverse camera', 'Air conditioning'],
    },
  ),
  car(
    'Nissan X-Trail 20X',
    ['SUV', 2017, 85_000, 2_590_000, 'A/petrol/7'],
    ['2.0 L', '147 hp', '11.4 s', '185 km/h'],
    {
      ...first,
      ...good,
      town: 'Nakuru',
      color: 'Black',
      look: 'crossover-black',
      seller: 'Samuel Kipchoge',
      description:
        'Waterproof seats, seven of them, and four-wheel drive at the press of a knob. CVT oil changed at 80,000 km.',
      features: ['Four-wheel drive', 'Waterproof seats', 'Seven seats'],
    },
  ),
  car(
    'Nissan Leaf 30 kWh',
    ['Hatchback', 2016, 72_000, 1_700_000, 'A/electric/5'],
    ['80 kW motor', '109 hp', '11.5 s', '144 km/h'],
    {
      ...nairobi,
      ...first,
      ...good,
      color: 'White',
      look: 'hatchback-pearl',
      seller: 'Faith Mutua',
      range: '170 km',
      months: 3,
      description:
        'Eleven of twelve battery bars, and the price of a soda to cross Nairobi. The home charger comes along.',
      features: ['Home charger', 'Heated seats', 'Fast charging'],
    },
  ),
  car(
    'Mazda Demio 1.3',
    ['Hatchback', 2017, 80_100, 1_200_000, 'A/petrol/5'],
    ['1.3 L', '92 hp', '11.8 s', '175 km/h'],
    {
      ...first,
      ...good,
      town: 'Mombasa',
      color: 'Red',
      look: 'hatchback-red',
      seller: 'Brian Otieno',
      ends: 'ending',
      description:
        'Soul red, and it still makes the neighbours look. Tight steering, no rattles, all services stamped.',
      features: ['Head-up display', 'Bluetooth', 'Air conditioning'],
    },
  ),
  car(
    'Mazda CX-5 XD',
    ['SUV', 2017, 84_700, 3_120_000, 'A/diesel/5'],
    ['2.2 L diesel', '173 hp', '9.4 s', '200 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Red',
      look: 'crossover-red',
      seller: 'Esther Wambui',
      description:
        'The diesel that pulls from nothing and returns fifteen to the litre. Injectors cleaned, belts and fluids fresh.',
      features: ['Bose sound', 'Leather seats', 'Blind spot monitor'],
    },
  ),
  car(
    'Mazda Axela 15S',
    ['Sedan', 2017, 75_000, 1_820_000, 'A/petrol/5'],
    ['1.5 L', '110 hp', '11.0 s', '185 km/h'],
    {
      ...first,
      ...good,
      town: 'Thika',
      color: 'Grey',
      look: 'sedan-graphite',
      seller: 'Grace Achieng',
      description:
        'Sits low, steers sharp, drinks little. Kerbed one rim in Juja and felt terrible about it.',
      features: ['Head-up display', 'Keyless start', 'Cruise control'],
    },
  ),
  car(
    'Honda Fit Hybrid',
    ['Hatchback', 2017, 83_000, 1_420_000, 'A/hybrid/5'],
    ['1.5 L hybrid', '135 hp', '9.8 s', '180 km/h'],
    {
      ...nairobi,
      ...second,
      ...good,
      color: 'Blue',
      look: 'hatchback-blue',
      seller: 'Kevin Kiprop',
      description:
        'Magic seats: fold them up and a bicycle stands inside. Dual-clutch software updated at Honda this year.',
      features: ['Magic seats', 'Hybrid', 'Paddle shifters'],
    },
  ),
  car(
    'Honda Vezel Hybrid Z',
    ['SUV', 2018, 71_000, 2_550_000, 'A/hybrid/5'],
    ['1.5 L hybrid', '150 hp', '9.6 s', '185 km/h'],
    {
      ...first,
      ...excellent,
      town: 'Mombasa',
      color: 'Pearl White',
      look: 'crossover-pearl',
      seller: 'Halima Juma',
      description:
        'The Z, with roof rails and the nice wheels. Coast car, but rust-proofed underneath the week it arrived.',
      features: ['Roof rails', 'Hybrid', 'Lane keeping'],
    },
  ),
  car(
    'Subaru Forester 2.0i-L',
    ['SUV', 2017, 85_000, 3_100_000, 'A/petrol/5'],
    ['2.0 L', '148 hp', '10.6 s', '190 km/h'],
    {
      ...first,
      ...good,
      town: 'Eldoret',
      color: 'Green',
      look: 'suv-green',
      seller: 'Samuel Kipchoge',
      description:
        'Knows the road to Iten in the rain. EyeSight works, X-Mode works, and so does everything between.',
      features: ['All-wheel drive', 'EyeSight', 'X-Mode'],
    },
  ),
  car(
    'Subaru Impreza G4',
    ['Sedan', 2016, 72_000, 1_650_000, 'A/petrol/5'],
    ['2.0 L', '150 hp', '10.2 s', '195 km/h'],
    {
      ...second,
      ...good,
      town: 'Nakuru',
      color: 'Blue',
      look: 'sedan-blue',
      seller: 'Collins Barasa',
      ends: 'unverified',
      description:
        'Boxer rumble, four driven wheels, saloon manners. Timing chain, not belt: one thing less to fear.',
      features: ['All-wheel drive', 'EyeSight', 'Reverse camera'],
    },
  ),
  car(
    'Subaru Outback 2.5',
    ['Station Wagon', 2017, 75_500, 3_150_000, 'A/petrol/5'],
    ['2.5 L', '175 hp', '10.2 s', '200 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Green',
      look: 'wagon-green',
      seller: 'Esther Wambui',
      description:
        'Long enough to sleep in at Naivasha, and we did. Leather, Harman Kardon, and a tow bar never used.',
      features: ['All-wheel drive', 'Harman Kardon', 'Leather seats'],
    },
  ),
  car(
    'Suzuki Swift XG',
    ['Hatchback', 2018, 85_000, 1_350_000, 'A/petrol/5'],
    ['1.2 L', '91 hp', '11.9 s', '175 km/h'],
    {
      ...first,
      ...good,
      town: 'Kisumu',
      color: 'White',
      look: 'hatchback-pearl',
      seller: 'Brian Otieno',
      ends: 'draft',
      description: 'Light, quick on its feet, cheap to keep. Selling because the family grew by two at once.',
      features: ['Air conditioning', 'Keyless entry'],
    },
  ),
  car(
    'Suzuki Jimny Sierra',
    ['SUV', 2018, 65_000, 2_650_000, 'M/petrol/4'],
    ['1.5 L', '101 hp', '12.8 s', '145 km/h'],
    {
      ...first,
      ...excellent,
      town: 'Malindi',
      color: 'Green',
      look: 'suv-green',
      seller: 'Amina Hassan',
      description:
        'Small, square and unstoppable on sand. Proper low range, proper spare on the door, proper grin included.',
      features: ['Low range', 'Four-wheel drive', 'Alloy wheels'],
    },
  ),
  car(
    'Isuzu D-Max Single Cab',
    ['Pickup Truck', 2021, 85_700, 2_750_000, 'M/diesel/2'],
    ['2.5 L diesel', '78 hp', '18.0 s', '145 km/h'],
    {
      ...first,
      ...good,
      town: 'Kitale',
      color: 'Silver',
      look: 'pickup-silver',
      seller: 'Kevin Kiprop',
      ends: 'waiting',
      description:
        'Carries a tonne and asks for diesel, nothing more. Company car with every receipt in one folder.',
      features: ['One-tonne bed', 'Air conditioning'],
    },
  ),
  car(
    'Mercedes-Benz C200 AMG Line',
    ['Luxury', 2017, 48_000, 3_800_000, 'A/petrol/5'],
    ['2.0 L turbo', '184 hp', '7.3 s', '235 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Black',
      look: 'luxury-black',
      seller: 'Dennis Ochieng',
      months: 6,
      description:
        'AMG line outside, black ash inside, Burmester in the doors. Dealer history in Japan and in Nairobi.',
      features: ['Burmester sound', 'Memory seats', 'LED lights'],
    },
  ),
  car(
    'Audi A5 2.0 TFSI',
    ['Coupe', 2017, 58_000, 4_300_000, 'A/petrol/4'],
    ['2.0 L turbo', '190 hp', '7.2 s', '240 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Grey',
      look: 'coupe-graphite',
      seller: 'Yusuf Abdi',
      months: 3,
      description:
        'Frameless doors and a virtual cockpit. It is driven on Sundays and polished on Saturdays.',
      features: ['Virtual cockpit', 'Quattro', 'Sport seats'],
    },
  ),
  car(
    'Volkswagen Golf GTI',
    ['Sports Car', 2017, 70_000, 3_250_000, 'A/petrol/5'],
    ['2.0 L turbo', '230 hp', '6.4 s', '248 km/h'],
    {
      ...nairobi,
      ...second,
      ...good,
      color: 'White',
      look: 'sports-pearl',
      seller: 'Peter Mwangi',
      ends: 'unverified',
      description:
        'Tartan seats and a gearbox that fires like a drum. Standard map, standard exhaust, standard good sense.',
      features: ['Sport seats', 'DSG gearbox', 'Apple CarPlay'],
    },
  ),
  car(
    'Mercedes-Benz SLK 200',
    ['Convertible', 2014, 61_000, 3_400_000, 'A/petrol/2'],
    ['1.8 L turbo', '184 hp', '7.0 s', '237 km/h'],
    {
      ...second,
      ...good,
      town: 'Mombasa',
      color: 'Red',
      look: 'convertible-red',
      seller: 'Brian Otieno',
      ends: 'suspended',
      description: 'Roof down along Nyali beach, roof up in eleven seconds when the rain comes.',
      features: ['Folding hard top', 'Neck warmers', 'Leather seats'],
    },
  ),
  car(
    'Range Rover Sport 3.0 SDV6',
    ['Luxury', 2017, 56_300, 10_500_000, 'A/diesel/5'],
    ['3.0 L V6 diesel', '306 hp', '7.1 s', '209 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Black',
      look: 'suv-black',
      seller: 'Yusuf Abdi',
      months: 12,
      description:
        'Air suspension that kneels for guests. Main dealer serviced, new front tyres, and the second key never used.',
      features: ['Air suspension', 'Meridian sound', 'Panoramic roof'],
    },
  ),
  car(
    'Toyota Harrier Premium',
    ['SUV', 2017, 69_000, 1_900_000, 'A/petrol/5'],
    ['2.0 L', '151 hp', '10.9 s', '185 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Pearl White',
      look: 'crossover-pearl',
      seller: 'Collins Barasa',
      ends: 'unverified',
      description: 'Very clean, quick sale. Send a small deposit by phone and I will bring the car to you.',
      features: ['Panoramic roof'],
    },
  ),
  // With the first Vitz five of one year: enough for a price guide.
  car(
    'Toyota Vitz Jewela 1.3',
    ['Hatchback', 2017, 88_400, 1_190_000, 'A/petrol/5'],
    ['1.3 L', '98 hp', '12.4 s', '170 km/h'],
    {
      ...first,
      ...good,
      town: 'Thika',
      color: 'White',
      look: 'hatchback-pearl',
      seller: 'Grace Achieng',
      description: 'Two careful years between Thika and town. New shocks in front, all receipts kept.',
      features: ['Air conditioning', 'Keyless entry', 'Bluetooth'],
    },
  ),
  car(
    'Toyota Vitz F 1.0',
    ['Hatchback', 2017, 104_000, 1_090_000, 'A/petrol/5'],
    ['1.0 L', '68 hp', '14.6 s', '155 km/h'],
    {
      ...second,
      ...good,
      town: 'Nakuru',
      color: 'Red',
      look: 'hatchback-red',
      seller: 'Lucy Njeri',
      description:
        'More kilometres than most and priced for it. The small engine sips; the paint has two touch-ups.',
      features: ['Air conditioning', 'Bluetooth'],
    },
  ),
  car(
    'Toyota Vitz RS 1.5',
    ['Hatchback', 2017, 61_500, 1_490_000, 'A/petrol/5'],
    ['1.5 L', '107 hp', '11.0 s', '180 km/h'],
    {
      ...nairobi,
      ...first,
      ...excellent,
      color: 'Black',
      look: 'hatchback-black',
      seller: 'Collins Barasa',
      description:
        'The sporty one: bigger engine, stiffer springs, alloys without a scratch. Garaged in Lavington.',
      features: ['Alloy wheels', 'Reverse camera', 'Keyless start'],
    },
  ),
  car(
    'Toyota Vitz U 1.3',
    ['Hatchback', 2017, 70_300, 1_280_000, 'A/petrol/5'],
    ['1.3 L', '98 hp', '12.4 s', '170 km/h'],
    {
      ...first,
      ...good,
      town: 'Mombasa',
      color: 'Blue',
      look: 'hatchback-blue',
      seller: 'Amina Hassan',
      description: 'The trim with the better seats. Washed underneath every month because of the sea air.',
      features: ['Air conditioning', 'Reverse camera', 'Folding rear seats'],
    },
  ),
]
