import type { ExtraKind } from '@twende/contract/prices/extra.ts'

/** The towns people ask for first, and the pickup points in them. */
export const towns: readonly string[] = [
  'Nairobi',
  'Mombasa',
  'Kisumu',
  'Nakuru',
  'Eldoret',
  'Thika',
  'Malindi',
  'Kitale',
]

export const pickupPoints: readonly { name: string; town: string; names?: ByLocale | undefined }[] = [
  { name: 'JKIA, Nairobi', town: 'Nairobi' },
  { name: 'Wilson Airport, Nairobi', town: 'Nairobi', names: { sw: 'Uwanja wa ndege wa Wilson, Nairobi' } },
  { name: 'Syokimau SGR, Nairobi', town: 'Nairobi', names: { sw: 'Stesheni ya SGR ya Syokimau, Nairobi' } },
  { name: 'CBD, Nairobi', town: 'Nairobi', names: { sw: 'Katikati ya jiji, Nairobi' } },
  { name: 'Westlands, Nairobi', town: 'Nairobi' },
  { name: 'Kilimani, Nairobi', town: 'Nairobi' },
  { name: 'Karen, Nairobi', town: 'Nairobi' },
  { name: 'Gigiri, Nairobi', town: 'Nairobi' },
  { name: 'Moi Airport, Mombasa', town: 'Mombasa', names: { sw: 'Uwanja wa ndege wa Moi, Mombasa' } },
  { name: 'Miritini SGR, Mombasa', town: 'Mombasa', names: { sw: 'Stesheni ya SGR ya Miritini, Mombasa' } },
  { name: 'Nyali, Mombasa', town: 'Mombasa' },
  { name: 'Kisumu Airport', town: 'Kisumu', names: { sw: 'Uwanja wa ndege wa Kisumu' } },
  { name: 'Eldoret Airport', town: 'Eldoret', names: { sw: 'Uwanja wa ndege wa Eldoret' } },
  { name: 'Malindi Airport', town: 'Malindi', names: { sw: 'Uwanja wa ndege wa Malindi' } },
]

/**
 * What can be booked with a car. `at` is the place of a delivery or a collection. Nothing has a price that a customer does not
 * choose: a client that knows only the specification asks for days × price, between whatever places.
 */
export const extras: readonly {
  kind: ExtraKind
  price: number
  at?: readonly [string]
  atAddress?: boolean
  stock?: number
  km?: number
}[] = [
  { kind: 'chauffeur', price: 2_500, stock: 6 },
  { kind: 'additional_driver', price: 1_000 },
  { kind: 'child_seat', price: 600, stock: 8 },
  { kind: 'delivery', price: 2_000, at: ['Nairobi'], atAddress: true },
  { kind: 'delivery', price: 2_000, at: ['Mombasa'], atAddress: true },
  { kind: 'collection', price: 2_000, at: ['Nairobi'], atAddress: true },
  { kind: 'collection', price: 2_000, at: ['Mombasa'], atAddress: true },
  { kind: 'extra_km', price: 3_600, km: 200 },
  { kind: 'extra_km', price: 8_000, km: 500 },
]

/** `picture` is a path in `pictures/`, without its ending. */
type Named = { name: string; picture: string; names?: ByLocale | undefined }
/** Texts in other languages, by the code of the language. */
type ByLocale = Readonly<Record<string, string>>

export const vehicleCategories: readonly Named[] = [
  { name: 'Sedan', picture: 'categories/sedan' },
  { name: 'SUV', picture: 'categories/suv' },
  { name: 'Hatchback', picture: 'categories/hatchback' },
  { name: 'Coupe', picture: 'categories/coupe' },
  { name: 'Convertible', picture: 'categories/convertible', names: { sw: 'Gari la paa wazi' } },
  { name: 'Pickup Truck', picture: 'categories/pickup-truck', names: { sw: 'Pickup' } },
  { name: 'Minivan', picture: 'categories/minivan' },
  { name: 'Sports Car', picture: 'categories/sports-car', names: { sw: 'Gari la spoti' } },
  { name: 'Luxury', picture: 'categories/luxury', names: { sw: 'Gari la kifahari' } },
  { name: 'Station Wagon', picture: 'categories/station-wagon', names: { sw: 'Station wagon' } },
  { name: 'Van', picture: 'categories/van' },
]

export const productCategories: readonly Named[] = [
  { name: 'Laptops', picture: 'shop-categories/laptops', names: { sw: 'Laptopu' } },
  { name: 'Desktops', picture: 'shop-categories/desktops', names: { sw: 'Kompyuta za mezani' } },
  { name: 'Accessories', picture: 'shop-categories/accessories', names: { sw: 'Vifaa vya ziada' } },
  { name: 'Networking', picture: 'shop-categories/networking', names: { sw: 'Mitandao' } },
  { name: 'Security', picture: 'shop-categories/security', names: { sw: 'Usalama' } },
  { name: 'Car Gear', picture: 'shop-categories/car-gear', names: { sw: 'Vifaa vya gari' } },
]

export const services: readonly (Named & { description: string; descriptions: ByLocale })[] = [
  {
    name: 'Computer Repair',
    picture: 'services/computer-repair',
    description:
      'Laptops and desktops that will not start, run hot or have a broken screen. We look first and tell you the price before we touch a screw. From Ksh 1,500, usually one to three days.',
    names: { sw: 'Kutengeneza kompyuta' },
    descriptions: {
      sw: 'Laptopu na kompyuta za mezani ambazo hazifunguki, zinapata joto sana au zina skrini iliyovunjika. Tunaichunguza kwanza na kukuambia bei kabla ya kuanza kazi. Kuanzia Ksh 1,500, kwa kawaida siku moja hadi tatu.',
    },
  },
  {
    name: 'Software Installation',
    picture: 'services/software-installation',
    description:
      'Windows, Office, drivers and a virus scan, with your files copied to safety before we begin. From Ksh 1,500, ready the same day.',
    names: { sw: 'Kuweka programu' },
    descriptions: {
      sw: 'Windows, Office, viendeshi na ukaguzi wa virusi, na faili zako zinanakiliwa mahali salama kabla ya kuanza. Kuanzia Ksh 1,500, tayari siku hiyo hiyo.',
    },
  },
  {
    name: 'Data Recovery',
    picture: 'services/data-recovery',
    description:
      'Deleted photos, fallen drives and flash disks that ask to be formatted. If we cannot bring the files back, you pay only the diagnosis. From Ksh 3,500.',
    names: { sw: 'Kurejesha data' },
    descriptions: {
      sw: 'Picha zilizofutwa, diski zilizoanguka na flash disk zinazoomba kufomatiwa. Tukishindwa kurejesha faili, unalipia uchunguzi pekee. Kuanzia Ksh 3,500.',
    },
  },
  {
    name: 'CCTV Installation',
    picture: 'services/cctv-installation',
    description:
      'Four cameras, recorder, cabling and viewing on your phone, put up and explained in one day. From Ksh 28,000 with all parts.',
    names: { sw: 'Kuweka kamera za CCTV' },
    descriptions: {
      sw: 'Kamera nne, kirekodi, nyaya na kutazama kwenye simu yako, zikiwekwa na kuelezwa kwa siku moja. Kuanzia Ksh 28,000 pamoja na vifaa vyote.',
    },
  },
  {
    name: 'Networking and Wi-Fi',
    picture: 'services/networking',
    description:
      'Wi-Fi that reaches the last room, tidy cabling, and a guest network for visitors. We measure before and after. From Ksh 8,000.',
    names: { sw: 'Mtandao na Wi-Fi' },
    descriptions: {
      sw: 'Wi-Fi inayofika chumba cha mwisho, nyaya nadhifu na mtandao wa wageni. Tunapima kabla na baada ya kazi. Kuanzia Ksh 8,000.',
    },
  },
  {
    name: 'Web Design',
    picture: 'services/web-design',
    description:
      'A website that loads quickly on a phone, e-mail under your own name, and an afternoon to show you how to change it yourself. From Ksh 25,000, one to two weeks.',
    names: { sw: 'Kutengeneza tovuti' },
    descriptions: {
      sw: 'Tovuti inayofunguka haraka kwenye simu, barua pepe ya jina lako, na mchana mmoja wa kukuonyesha jinsi ya kuibadilisha mwenyewe. Kuanzia Ksh 25,000, wiki moja hadi mbili.',
    },
  },
  {
    name: 'Car Tracking',
    picture: 'services/car-tracking',
    description:
      'A hidden tracker or a dash cam, fitted in two hours while you wait. You see the car on your phone and can cut the engine with a message. From Ksh 2,500 for fitting.',
    names: { sw: 'Kufuatilia gari' },
    descriptions: {
      sw: 'Kifaa cha kufuatilia kilichofichwa au kamera ya gari, kinawekwa kwa saa mbili ukisubiri. Unaona gari kwenye simu yako na unaweza kuzima injini kwa ujumbe. Kuweka ni kuanzia Ksh 2,500.',
    },
  },
  {
    name: 'Printing and Toner',
    picture: 'services/printing',
    description:
      'Printer service, toner refills, and the faint grey line down every page gone. From Ksh 1,200, ready the same day.',
    names: { sw: 'Printa na toner' },
    descriptions: {
      sw: 'Kutengeneza printa, kujaza toner, na kuondoa mstari hafifu wa kijivu kwenye kila ukurasa. Kuanzia Ksh 1,200, tayari siku hiyo hiyo.',
    },
  },
]

export const banner = 'services/banner'
