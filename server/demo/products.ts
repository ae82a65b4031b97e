export type DemoProduct = {
  name: string
  category: string
  /** Whole shillings. */
  price: number
  stock: number
  /** A file in `pictures/shop`, without its ending. */
  picture: string
  /** Each sentence is a line of the list of features. */
  description: string
}

export const products: readonly DemoProduct[] = [
  {
    name: 'HP EliteBook 840 G5 (Ex-UK)',
    category: 'Laptops',
    price: 32_500,
    stock: 7,
    picture: 'laptop',
    description:
      'Core i5-8250U at 1.6 GHz with 8 GB of memory. 256 GB SSD that starts Windows in seconds. 14-inch Full HD screen with a matt finish. Battery tested at four hours or more. Six months of warranty in our shop.',
  },
  {
    name: 'Lenovo Tab M10 64 GB',
    category: 'Laptops',
    price: 21_900,
    stock: 6,
    picture: 'tablet',
    description:
      '10.1-inch screen that is kind to the eyes at night. 4 GB of memory and 64 GB of storage, more with a card. Up to ten hours of video on one charge. Comes with a charger and one year of warranty.',
  },
  {
    name: 'HP ProDesk 600 G3 tower (Ex-UK)',
    category: 'Desktops',
    price: 18_500,
    stock: 6,
    picture: 'desktop-tower',
    description:
      'Core i5 with 8 GB of memory and a 500 GB disk. Room inside for a second disk and more memory. Six USB ports and DisplayPort. Cleaned, tested and ready to plug in. Six months of warranty.',
  },
  {
    name: 'Dell 22-inch Full HD monitor (Ex-UK)',
    category: 'Desktops',
    price: 9_500,
    stock: 8,
    picture: 'monitor',
    description:
      'Full HD panel without dead pixels, checked by eye. VGA and DisplayPort inputs. The stand turns, tilts and rises. Power and VGA cables are in the box.',
  },
  {
    name: 'Epson EcoTank L3250 printer',
    category: 'Desktops',
    price: 27_500,
    stock: 3,
    picture: 'printer',
    description:
      'Prints, copies and scans over Wi-Fi. Ink in the box lasts for about 4,500 black pages. Refills cost less than a cartridge. One year of warranty from the maker.',
  },
  {
    name: 'BenQ MS536 projector',
    category: 'Desktops',
    price: 54_000,
    stock: 2,
    picture: 'projector',
    description:
      '4,000 lumens, bright enough for a room with its curtains open. Two HDMI inputs. Lamp rated for 10,000 hours in its saving mode. Carry bag and remote control included.',
  },
  {
    name: 'APC Back-UPS 650 VA',
    category: 'Desktops',
    price: 9_800,
    stock: 0,
    picture: 'ups',
    description:
      'Keeps a desktop and its screen alive for about ten minutes. Evens out the swings of the mains. Four outlets. Replaceable battery.',
  },
  {
    name: 'Logitech K120 keyboard',
    category: 'Accessories',
    price: 1_700,
    stock: 22,
    picture: 'keyboard',
    description:
      'Full-size keys with a number block. Survives a spilt cup of tea. Plugs into USB and just works. Three years of warranty.',
  },
  {
    name: 'Logitech M185 wireless mouse',
    category: 'Accessories',
    price: 1_600,
    stock: 25,
    picture: 'mouse',
    description:
      'Works up to ten metres away on 2.4 GHz. One AA battery lasts about a year. The receiver hides inside for the road. Fits either hand.',
  },
  {
    name: 'Sony WH-CH520 headphones',
    category: 'Accessories',
    price: 7_200,
    stock: 9,
    picture: 'headphones',
    description:
      'Up to fifty hours of music on one charge. Three minutes of charging give an hour and a half. Pairs with a phone and a laptop at once. Light and soft enough for a whole matatu ride to Mombasa.',
  },
  {
    name: 'Logitech C270 webcam',
    category: 'Accessories',
    price: 3_900,
    stock: 7,
    picture: 'webcam',
    description:
      'Video in 720p with light that corrects itself. Its microphone leaves the noise of the street outside. Clips onto any screen. Works with Zoom, Meet and Teams.',
  },
  {
    name: 'HDMI cable, 3 m',
    category: 'Accessories',
    price: 750,
    stock: 35,
    picture: 'hdmi-cable',
    description:
      'Carries 4K at 60 Hz. Gold-plated plugs in strain-proof sleeves. Three metres, long enough for a wall.',
  },
  {
    name: 'SanDisk Extreme portable SSD 1 TB',
    category: 'Accessories',
    price: 15_900,
    stock: 5,
    picture: 'external-ssd',
    description:
      'Reads at up to 1,050 MB a second. Shrugs off rain and a fall from two metres. USB-C with an adapter for older ports. Locks with a password.',
  },
  {
    name: 'SanDisk 64 GB flash disk',
    category: 'Accessories',
    price: 950,
    stock: 40,
    picture: 'usb-flash-drive',
    description:
      'USB 3.0, about ten times the speed of the old kind. 64 GB for films, files and a backup. Slides shut, so no cap to lose.',
  },
  {
    name: 'Anker power bank 20,000 mAh',
    category: 'Accessories',
    price: 5_400,
    stock: 14,
    picture: 'power-bank',
    description:
      'Charges most phones four times over. Two USB ports and one USB-C. Safe to carry in hand luggage. Eighteen months of warranty.',
  },
  {
    name: 'Samsung Galaxy A15 128 GB',
    category: 'Accessories',
    price: 22_500,
    stock: 6,
    picture: 'phone',
    description:
      '6.5-inch screen with deep colours. 128 GB of storage and 6 GB of memory. Two SIM cards. One year of warranty from the maker.',
  },
  {
    name: 'TP-Link Archer C6 router',
    category: 'Networking',
    price: 5_200,
    stock: 10,
    picture: 'wireless-router',
    description:
      'Wi-Fi on 2.4 GHz and 5 GHz at once. Four antennas reach through two stone walls. A guest network for visitors. We set it up for your provider if you bring it in.',
  },
  {
    name: 'D-Link 8-port gigabit switch',
    category: 'Networking',
    price: 3_200,
    stock: 9,
    picture: 'network-switch',
    description:
      'Eight gigabit ports without any setting up. No fan, so no noise. Metal case with holes for the wall.',
  },
  {
    name: 'Hikvision outdoor CCTV camera 4 MP',
    category: 'Security',
    price: 6_800,
    stock: 12,
    picture: 'cctv-camera',
    description:
      'Sharp pictures in 4 MP by day, and thirty metres far by night. Sealed against rain and dust. Power and picture over one cable. We also put it up for you, see Services.',
  },
  {
    name: '70mai dash cam 1080p',
    category: 'Car Gear',
    price: 7_900,
    stock: 5,
    picture: 'dash-cam',
    description:
      'Records the road in 1080p from the moment you start. Keeps the last minute safe when it feels a knock. Shows the film on your phone. Fitting takes us an hour.',
  },
  {
    name: 'Baseus 1,000 A jump starter',
    category: 'Car Gear',
    price: 8_900,
    stock: 4,
    picture: 'jump-starter',
    description:
      'Starts petrol engines up to 6 litres, diesels up to 3. Clamps that cannot be put on wrongly. Charges phones too, and has a torch. Holds its charge for half a year.',
  },
  {
    name: 'Chloride Exide N50 car battery',
    category: 'Car Gear',
    price: 9_200,
    stock: 8,
    picture: 'car-battery',
    description:
      '50 Ah for most saloons and hatchbacks. Sealed, so there is nothing to top up. Fitted free at our shop. Eighteen months of warranty, and we take the old one back.',
  },
  {
    name: 'Magnetic phone mount',
    category: 'Car Gear',
    price: 1_200,
    stock: 30,
    picture: 'phone-mount',
    description:
      'Clips to the air vent in a second. Holds on corrugated road as it does on tarmac. Turns to any side. Two metal plates are in the box.',
  },
  {
    name: 'Michelin 195/65 R15 tyre',
    category: 'Car Gear',
    price: 11_800,
    stock: 16,
    picture: 'tyre',
    description:
      'Fits Premio, Allion, Axio and many others on 15-inch rims. Short braking in the wet. Quiet on long trips. Fitting and balancing free in Nairobi.',
  },
]
