export type DemoOrder = {
  who: string
  /** Whole days before today, and the hour of that day. */
  daysAgo: number
  hour: number
  items: readonly (readonly [product: string, quantity: number])[]
  pays: 'mpesa' | 'whatsapp'
  ends: 'pending' | 'paid' | 'processing' | 'shipped' | 'delivered' | 'cancelled' | 'expired' | 'returned'
  /** How it travels. */
  by?: string
}

/** Oldest first, so that receipts are numbered as people paid. The last ones are still waiting. */
export const orders: readonly DemoOrder[] = [
  {
    who: 'Wanjiku Kamau',
    daysAgo: 24,
    hour: 10,
    items: [
      ['HP EliteBook 840 G5 (Ex-UK)', 1],
      ['Logitech M185 wireless mouse', 1],
    ],
    pays: 'mpesa',
    ends: 'delivered',
    by: 'Our rider in Nairobi, phone 0700 000 011',
  },
  {
    who: 'Amina Hassan',
    daysAgo: 15,
    hour: 14,
    items: [['Michelin 195/65 R15 tyre', 4]],
    pays: 'mpesa',
    ends: 'delivered',
    by: 'Mash coach to Mombasa, waybill 20418',
  },
  {
    who: 'Wanjiku Kamau',
    daysAgo: 9,
    hour: 16,
    items: [['Sony WH-CH520 headphones', 1]],
    pays: 'mpesa',
    ends: 'cancelled',
  },
  {
    who: 'Wanjiku Kamau',
    daysAgo: 6,
    hour: 19,
    items: [['Anker power bank 20,000 mAh', 1]],
    pays: 'mpesa',
    ends: 'expired',
  },
  {
    who: 'Wanjiku Kamau',
    daysAgo: 2,
    hour: 11,
    items: [
      ['70mai dash cam 1080p', 1],
      ['Magnetic phone mount', 2],
    ],
    pays: 'mpesa',
    ends: 'shipped',
    by: 'Guardian coach to Kisumu, waybill 7731',
  },
  {
    who: 'Kevin Kiprop',
    daysAgo: 2,
    hour: 15,
    items: [['TP-Link Archer C6 router', 1]],
    pays: 'whatsapp',
    ends: 'processing',
  },
  {
    who: 'Wanjiku Kamau',
    daysAgo: 1,
    hour: 9,
    items: [['Chloride Exide N50 car battery', 1]],
    pays: 'mpesa',
    ends: 'processing',
  },
  {
    who: 'Brian Otieno',
    daysAgo: 1,
    hour: 13,
    items: [
      ['Logitech K120 keyboard', 2],
      ['HDMI cable, 3 m', 2],
    ],
    pays: 'mpesa',
    ends: 'paid',
  },
  {
    who: 'Wanjiku Kamau',
    daysAgo: 1,
    hour: 18,
    items: [['SanDisk 64 GB flash disk', 3]],
    pays: 'mpesa',
    ends: 'paid',
  },
  {
    who: 'Wanjiku Kamau',
    daysAgo: 0,
    hour: 0,
    items: [['Epson EcoTank L3250 printer', 1]],
    pays: 'whatsapp',
    ends: 'pending',
  },
  // At the end, because a place in this list says whether an order was made already.
  {
    who: 'Wanjiku Kamau',
    daysAgo: 12,
    hour: 11,
    items: [['Logitech K120 keyboard', 1]],
    pays: 'mpesa',
    ends: 'returned',
    by: 'Our rider in Nairobi, phone 0700 000 011',
  },
]
