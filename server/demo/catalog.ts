/** `picture` is a path in `pictures/`, without its ending. */
type Named = { name: string; picture: string }

export const vehicleCategories: readonly Named[] = [
  { name: 'Sedan', picture: 'categories/sedan' },
  { name: 'SUV', picture: 'categories/suv' },
  { name: 'Hatchback', picture: 'categories/hatchback' },
  { name: 'Coupe', picture: 'categories/coupe' },
  { name: 'Convertible', picture: 'categories/convertible' },
  { name: 'Pickup Truck', picture: 'categories/pickup-truck' },
  { name: 'Minivan', picture: 'categories/minivan' },
  { name: 'Sports Car', picture: 'categories/sports-car' },
  { name: 'Luxury', picture: 'categories/luxury' },
  { name: 'Station Wagon', picture: 'categories/station-wagon' },
  { name: 'Van', picture: 'categories/van' },
]

export const productCategories: readonly Named[] = [
  { name: 'Laptops', picture: 'shop-categories/laptops' },
  { name: 'Desktops', picture: 'shop-categories/desktops' },
  { name: 'Accessories', picture: 'shop-categories/accessories' },
  { name: 'Networking', picture: 'shop-categories/networking' },
  { name: 'Security', picture: 'shop-categories/security' },
  { name: 'Car Gear', picture: 'shop-categories/car-gear' },
]

export const services: readonly (Named & { description: string })[] = [
  {
    name: 'Computer Repair',
    picture: 'services/computer-repair',
    description:
      'Laptops and desktops that will not start, run hot or have a broken screen. We look first and tell you the price before we touch a screw. From Ksh 1,500, usually one to three days.',
  },
  {
    name: 'Software Installation',
    picture: 'services/software-installation',
    description:
      'Windows, Office, drivers and a virus scan, with your files copied to safety before we begin. From Ksh 1,500, ready the same day.',
  },
  {
    name: 'Data Recovery',
    picture: 'services/data-recovery',
    description:
      'Deleted photos, fallen drives and flash disks that ask to be formatted. If we cannot bring the files back, you pay only the diagnosis. From Ksh 3,500.',
  },
  {
    name: 'CCTV Installation',
    picture: 'services/cctv-installation',
    description:
      'Four cameras, recorder, cabling and viewing on your phone, put up and explained in one day. From Ksh 28,000 with all parts.',
  },
  {
    name: 'Networking and Wi-Fi',
    picture: 'services/networking',
    description:
      'Wi-Fi that reaches the last room, tidy cabling, and a guest network for visitors. We measure before and after. From Ksh 8,000.',
  },
  {
    name: 'Web Design',
    picture: 'services/web-design',
    description:
      'A website that loads quickly on a phone, e-mail under your own name, and an afternoon to show you how to change it yourself. From Ksh 25,000, one to two weeks.',
  },
  {
    name: 'Car Tracking',
    picture: 'services/car-tracking',
    description:
      'A hidden tracker or a dash cam, fitted in two hours while you wait. You see the car on your phone and can cut the engine with a message. From Ksh 2,500 for fitting.',
  },
  {
    name: 'Printing and Toner',
    picture: 'services/printing',
    description:
      'Printer service, toner refills, and the faint grey line down every page gone. From Ksh 1,200, ready the same day.',
  },
]

export const banner = 'services/banner'
