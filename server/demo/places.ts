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

export const pickupPoints: readonly { name: string; town: string }[] = [
  { name: 'JKIA, Nairobi', town: 'Nairobi' },
  { name: 'Wilson Airport, Nairobi', town: 'Nairobi' },
  { name: 'Syokimau SGR, Nairobi', town: 'Nairobi' },
  { name: 'CBD, Nairobi', town: 'Nairobi' },
  { name: 'Westlands, Nairobi', town: 'Nairobi' },
  { name: 'Kilimani, Nairobi', town: 'Nairobi' },
  { name: 'Karen, Nairobi', town: 'Nairobi' },
  { name: 'Gigiri, Nairobi', town: 'Nairobi' },
  { name: 'Moi Airport, Mombasa', town: 'Mombasa' },
  { name: 'Miritini SGR, Mombasa', town: 'Mombasa' },
  { name: 'Nyali, Mombasa', town: 'Mombasa' },
  { name: 'Kisumu Airport', town: 'Kisumu' },
  { name: 'Eldoret Airport', town: 'Eldoret' },
  { name: 'Malindi Airport', town: 'Malindi' },
]
