import { crc32, deflateSync } from 'node:zlib'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { DRIVER_PHOTOS } from '@twende/contract/drivers/driver.ts'
import type { AppDeps } from '../deps.ts'
import { decideDriver, findDriversOf, insertDriver } from '../drivers/driver-store.ts'
import { encodeWithin } from '../media/encode-picture.ts'
import { keepPrivateFiles, saveOwnPictures } from '../private-files/private-files.ts'

const FULL = { longestSide: 1000, quality: 75 }
const SMALL = { longestSide: 300, quality: 65 }
const BORN = '1989-03-14'

type DemoDriver = { booking: Booking; accountId: string; name: string; checkedBy: string | undefined }

/** The papers of a demo customer: checked by a member of staff, or waiting. Nothing where a known customer is not asked again. */
export async function addDemoDriver(
  deps: AppDeps,
  { booking, accountId, name, checkedBy }: DemoDriver,
): Promise<void> {
  const sent = await findDriversOf(deps.db, { accountId })
  if (sent.some(({ status }) => checkedBy !== undefined || status === 'submitted')) return
  const now = deps.clock.now()
  const photo = async (kind: keyof typeof cards) => {
    const [file] = await saveOwnPictures(deps, { kind, pictures: [await pictureOf(kind)] })
    return file?.id ?? ''
  }
  const photos = {
    licence_front: await photo(DRIVER_PHOTOS.licenceFront),
    licence_back: await photo(DRIVER_PHOTOS.licenceBack),
    identity_front: await photo(DRIVER_PHOTOS.identityFront),
  }
  await keepPrivateFiles(deps.db, { ids: Object.values(photos), now })
  const { id: driverId } = await insertDriver(deps.db, {
    account_id: accountId,
    booking_id: booking._id,
    full_name: name,
    birth_date: BORN,
    licence_number: 'DL1234567',
    licence_origin: 'kenya',
    licence_class: 'B',
    licence_expires: `${now.getUTCFullYear() + 3}-06-30`,
    identity_kind: 'national_id',
    identity_number: '12345678',
    ...photos,
    needed_until: booking.endDate,
    created_at: now,
    updated_at: now,
  })
  if (checkedBy) await decideDriver(deps.db, { driverId, outcome: 'approved', reason: '', checkedBy, now })
}

/** What the photos show: cards that are nobody's, each with so many lines; those of the front have a portrait. */
const cards = {
  licence_front: { lines: 6, portrait: true },
  licence_back: { lines: 9, portrait: false },
  identity_front: { lines: 4, portrait: true },
} as const

type Encoded = { full: Buffer; small: Buffer; width: number; height: number }
const encoded = new Map<string, Promise<Encoded>>()

/** Each card is drawn once. */
function pictureOf(kind: keyof typeof cards): Promise<Encoded> {
  const made = encoded.get(kind) ?? draw(cards[kind])
  encoded.set(kind, made)
  return made
}

async function draw({ lines, portrait }: (typeof cards)[keyof typeof cards]): Promise<Encoded> {
  const card = drawPng({ width: 1000, height: 640 }, [
    { left: 0, top: 0, width: 1000, height: 640, colour: 0x8a7d6b },
    { left: 60, top: 60, width: 880, height: 520, colour: 0xf3f6ef },
    { left: 60, top: 60, width: 880, height: 60, colour: 0x2f6b4f },
    ...(portrait ? [{ left: 110, top: 170, width: 200, height: 260, colour: 0x7d8a78 }] : []),
    ...Array.from({ length: lines }, (_, at) => ({
      left: portrait ? 360 : 110,
      top: 170 + at * 42,
      width: 260 + ((at * 97) % 240),
      height: 20,
      colour: 0x26332c,
    })),
  ])
  const { bytes, width, height } = await encodeWithin(card, FULL)
  return { full: bytes, small: (await encodeWithin(bytes, SMALL)).bytes, width, height }
}

type Size = { width: number; height: number }
/** `colour` is 0xRRGGBB. */
type Area = Size & { left: number; top: number; colour: number }

/** A PNG of one-coloured areas, each over those before it. Without the picture library, which the program does not load. */
function drawPng({ width, height }: Size, areas: readonly Area[]): Buffer {
  // Each row begins with the number of its filter: 0, none.
  const stride = 1 + width * 3
  const rows = Buffer.alloc(stride * height)
  for (const area of areas) {
    const row = Buffer.alloc(area.width * 3)
    for (let at = 0; at < row.length; at += 3) row.writeUIntBE(area.colour, at, 3)
    for (let y = area.top; y < area.top + area.height; y += 1) row.copy(rows, y * stride + 1 + area.left * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.writeUInt16BE(0x0802, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
