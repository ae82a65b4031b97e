import { setTimeout } from 'node:timers/promises'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import sharp from 'sharp'
import { addCategory, addLocation } from './fleet.ts'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

type Market = Pick<TestMarket, 'app' | 'call' | 'clock' | 'db' | 'signUp'>
export type FormFields = Record<string, string | number | Blob | undefined>

let codes = 0

/** An M-Pesa code of the day that no other test uses. */
export function drawCode(now: Date): string {
  return `${codeBeginning(nairobiDay(now))}T${String(++codes).padStart(6, '0')}`
}

/** The text of an M-Pesa payment message. */
export function mpesaMessage({ code, amount, now }: { code: string; amount: number; now: Date }): string {
  const [year = '', month = '', day = ''] = nairobiDay(now)
    .split('-')
    .map((part) => String(Number(part)))
  const sum = amount.toLocaleString('en-US')
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Africa/Nairobi',
  }).format(now)
  return `${code} Confirmed. Ksh${sum}.00 sent to DEMO MOTORS LTD for account CAR1 on ${day}/${month}/${year.slice(2)} at ${clock} New M-PESA balance is Ksh880.00. Transaction cost, Ksh42.00.`
}

/** A small picture, different each time. Each is encoded at least three times, so that a larger one takes a third of a test. */
export async function drawPhoto(width = 40, height = 30): Promise<Blob> {
  const { data } = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#557799',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer({ resolveWithObject: true })
  return new Blob([new Uint8Array(data)], { type: 'image/jpeg' })
}

/** A picture of coloured fields, different each time, that is known again when it is encoded anew. */
export async function drawView(width = 400, height = 300): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  const fields = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#888888', noise } })
    .png()
    .toBuffer()
  const drawn = await sharp(fields).resize({ width, height, kernel: 'nearest' }).jpeg().toBuffer()
  return new Blob([new Uint8Array(drawn)], { type: 'image/jpeg' })
}

/** The fields of the sell form; a test states only the fields it depends on. */
export async function sellFields(
  now: Date,
  stated: FormFields & { paid?: number; code?: string } = {},
): Promise<FormFields> {
  const { paid = 2_000, code = drawCode(now), ...fields } = stated
  return {
    name: 'Toyota Vitz F 1.3',
    description: 'One owner, serviced on time.',
    price: '1330000',
    category: 'Hatchback',
    seats: '5',
    transmission: 'automatic',
    fuelType: 'petrol',
    rating: '4.5',
    available: 'true',
    year: '2017',
    mileage: '75200',
    location: 'Nairobi',
    color: 'Silver',
    condition: 'good',
    ownership: 'first',
    serviceHistory: '',
    features: JSON.stringify(['Air conditioning']),
    specs: JSON.stringify({ engine: '1.3 L', power: '98 hp', acceleration: '12.4 s' }),
    contactInfo: JSON.stringify({ phone: '0712345678', email: 'seller@example.com' }),
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: mpesaMessage({ code, amount: paid, now }),
    email: 'seller@example.com',
    amount: String(paid),
    image1: await drawPhoto(),
    ...fields,
  }
}

/** Posts a form with files to the API; returns the response. */
export async function postForm(
  { app }: Pick<TestMarket, 'app'>,
  url: string,
  fields: FormFields,
  { token, idempotencyKey }: { token?: string | undefined; idempotencyKey?: string } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, `${name}.jpg`)
    else if (value !== undefined) form.append(name, String(value))
  }
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  return app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(token ? { token } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
  })
}

/** Sends a form as a browser does: once more as long as the server, which takes two of a person at a time and gives up on a picture that takes long, says to wait. */
export async function sendUntilTaken<Answer extends { statusCode: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.statusCode !== 503) return answer
    await setTimeout(20)
  }
}

/** Lists a car through the API, with a payment that is not verified; returns the listing. */
export async function createListing(
  market: Market,
  seller: Person,
  stated: Parameters<typeof sellFields>[1] = {},
): Promise<OwnListing> {
  const { category, location } = stated
  await addCategory(market.db, typeof category === 'string' ? category : 'Hatchback')
  await addLocation(market.db, typeof location === 'string' ? location : 'Nairobi')
  const fields = await sellFields(market.clock.now(), stated)
  const answer = await sendUntilTaken(() => postForm(market, '/api/sell/add', fields, seller))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().data
}

/** Staff approves the payment, and verifies the car where wanted. */
export async function moveListingOn(
  market: Market,
  listingId: string,
  as: 'paid' | 'live' | 'suspended',
): Promise<void> {
  const person = await market.signUp({ role: 'staff' })
  const params = { listingId }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, person)
  if (as === 'paid') return
  await market.call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, person)
  if (as === 'live') return
  const body = { reason: 'Reported by readers' }
  await market.call('POST /api/admin/listing/:listingId/suspend', { params, body }, person)
}

/** A car for sale that everybody may see. */
export async function listLiveCar(
  market: Market,
  seller: Person,
  stated: Parameters<typeof sellFields>[1] = {},
): Promise<OwnListing> {
  const listing = await createListing(market, seller, stated)
  await moveListingOn(market, listing._id, 'live')
  return listing
}
