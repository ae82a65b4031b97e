import { request } from 'node:http'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCategory, addLocation } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import {
  createListing,
  drawCode,
  drawPhoto,
  type FormFields,
  listLiveCar,
  mpesaMessage,
  postForm,
  sellFields,
} from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let seller: Person
let stranger: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
  seller = await market.signUp({ name: 'Brian Otieno' })
  stranger = await market.signUp()
})
afterAll(() => market.close())

const count = async () => {
  const listings = await market.db.selectFrom('listings').select('id').execute()
  const pictures = await market.db.selectFrom('pictures').select('hash').execute()
  const proofs = await market.db.selectFrom('payment_proofs').select('id').execute()
  return [listings.length, pictures.length, proofs.length]
}
const send = async (stated: FormFields, person: Person = seller) =>
  postForm(market, '/api/sell/add', await sellFields(market.clock.now(), stated), person)
const blob = (bytes: Uint8Array | string, type = 'image/jpeg') =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type })
const bytesOf = async (photo: Blob) => Buffer.from(await photo.arrayBuffer())

/** A PNG header that promises more pixels than anybody has memory for. */
function hugePng(): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  return png
}

describe('hostile uploads are refused with a sentence, and nothing is kept', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const cases: [string, number, () => Promise<FormFields>][] = [
    ['an SVG', 415, async () => ({ image1: blob(svg) })],
    ['HTML that says it is a JPEG', 415, async () => ({ image1: blob('<!doctype html><script>1</script>') })],
    ['a picture of 30,000 by 30,000', 413, async () => ({ image1: blob(hugePng()) })],
    ['a bomb: few bytes, a wall of pixels', 413, async () => ({ image1: blob(await wall()) })],
    [
      'a truncated picture',
      422,
      async () => ({ image1: blob((await bytesOf(await drawPhoto(160, 120))).subarray(0, 900)) }),
    ],
    ['a good picture and a bad one', 415, async () => ({ image2: blob(svg) })],
    ['a fifth picture', 413, async () => fivePictures()],
    ['a picture of 9 MB', 413, async () => ({ image1: blob(Buffer.alloc(9 * 1024 * 1024, 0xff)) })],
    ['no picture', 400, async () => ({ image1: undefined, image2: await drawPhoto() })],
    ['a picture under another name', 400, async () => ({ '../../etc/passwd': await drawPhoto() })],
    ['a field of 30 kB', 413, async () => ({ description: 'x'.repeat(30_000) })],
    [
      'a hundred fields',
      413,
      async () => Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, 'x'])),
    ],
    ['text that cannot be kept', 400, async () => ({ name: 'Vitz\u0000' })],
  ]

  test.each(cases)('%s', async (_, status, stated) => {
    const before = await count()
    const answer = await send(await stated())
    expect([answer.statusCode, answer.json().success]).toEqual([status, false])
    expect(answer.json().message).toMatch(/^[A-Z].{10,}[.!?]?$/)
    expect(await count()).toEqual(before)
  })

  async function wall(): Promise<Buffer> {
    const side = 7_000
    return sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  }
  async function fivePictures(): Promise<FormFields> {
    const photo = await drawPhoto()
    return { image2: photo, image3: photo, image4: photo, image5: photo }
  }

  test('a body that breaks off', async () => {
    const before = await count()
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/sell/add',
      headers: { token: seller.token, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nToyo',
    })
    expect(answer.statusCode).toBe(400)
    expect(await count()).toEqual(before)
  })

  test('a polyglot keeps only its picture', async () => {
    const photo = await bytesOf(await drawPhoto())
    const answer = await send({
      image1: blob(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])),
    })
    expect(answer.statusCode).toBe(200)
    const path = new URL(answer.json().data.image).pathname
    expect((await market.app.inject(path)).rawPayload.includes('<script>')).toBe(false)
  })

  test('whoever is not signed in is turned away before forty megabytes are read', async () => {
    const address = await market.app.listen({ port: 0, host: '127.0.0.1' })
    const { status, sent } = await new Promise<{ status: number; sent: number }>((resolve, reject) => {
      let written = 0
      const size = 40 * 1024 * 1024
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': size }
      const upload = request(`${address}/api/sell/add`, { method: 'POST', headers })
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        if (upload.destroyed || written >= size) return
        written += chunk.length
        upload.write(chunk) ? setImmediate(more) : upload.once('drain', more)
      }
      upload.on('response', (response) => {
        upload.destroy()
        resolve({ status: response.statusCode ?? 0, sent: written })
      })
      upload.on('error', (error) => reject(error))
      more()
    })
    expect(status).toBe(401)
    expect(sent).toBeLessThan(8 * 1024 * 1024)
  })
})

describe('the checks of the sell form hold on the server', () => {
  test.each([
    [{ features: '[]' }, 'Please add at least one feature'],
    [{ category: '' }, 'Please select a category'],
    [{ category: 'Spaceship' }, 'Please select a category'],
    [{ location: '' }, 'Please select a location'],
    [{ location: 'Atlantis' }, 'Please select a location'],
    [{ contactInfo: '{"phone":"","email":""}' }, 'Please provide contact information'],
    [{ contactInfo: '{"__proto__":{"phone":"1"}}' }, 'Please provide contact information'],
    [{ mpesaName: ' ' }, 'Please enter the M-Pesa name'],
    [
      { mpesaPhoneNumber: '12345' },
      'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)',
    ],
    [{ mpesaMessage: '' }, 'Please enter the M-Pesa message'],
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ amount: '0' }, 'Please enter a valid payment amount'],
    [{ name: '' }, 'Please fill in all basic car information'],
    [{ year: '2150' }, undefined],
    [{ paymentMethod: 'stk', amount: '1234' }, undefined],
  ])('%j', async (stated: FormFields, sentence) => {
    const before = await count()
    const answer = await send(stated)
    expect(answer.statusCode).toBe(400)
    if (sentence !== undefined) expect(answer.json().message).toBe(sentence)
    expect(await count()).toEqual(before)
  })

  test('nobody lists a car as paid, verified or seen by what they send', async () => {
    const lies = {
      verified: 'true',
      verifiedAt: '2020-01-01',
      listingStatus: 'active',
      listingMonths: '12',
      listingExpiresAt: '2099-01-01',
      views: '9999',
      payment: '{"status":"paid"}',
      ownerId: stranger.accountId,
      account_id: stranger.accountId,
    }
    const { data } = (await send(lies)).json()
    expect(data).toMatchObject({
      verified: false,
      listingStatus: 'pending_payment',
      listingMonths: 0,
      views: 0,
    })
    const theirs = await market.call(
      'GET /api/sell/user/:userId',
      { params: { userId: stranger.accountId } },
      stranger,
    )
    expect(theirs.data).toEqual([])
  })
})

describe('an M-Pesa code counts once', () => {
  test('however many people claim it at the same moment, for whatever', async () => {
    const staff = await market.signUp({ role: 'staff' })
    const code = drawCode(market.clock.now())
    const people = await Promise.all(Array.from({ length: 6 }, () => market.signUp()))
    const answers = await Promise.all(people.map((person) => sendCode(code, person)))
    // Naming a code takes it from nobody: all of them wait, and staff finds out whose money it is.
    expect(answers).toEqual(people.map(() => 200))
    const claimed = await market.db
      .selectFrom('payment_proofs')
      .select('listing_id as listingId')
      .where('code', '=', code)
      .execute()
    const decided = await Promise.allSettled(
      claimed.map(({ listingId }) => approve(staff, listingId ?? '', code)),
    )
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of decided)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'mpesa_code_used' })
    expect(await sendCode(code, stranger)).toBe(409)
    const { id } = await market.db
      .selectFrom('listings')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const payment = {
      id: '018f0000-0000-7000-8000-00000000cafe',
      payable_type: 'listing_period',
      payable_id: id,
      account_id: seller.accountId,
      method: 'stk',
      amount: 2_000,
      phone: '254712345678',
      status: 'paid',
      receipt: code,
      webhook_secret: 'x',
      terms: JSON.stringify(LISTING_PLANS),
      created_at: market.clock.now(),
      paid_at: market.clock.now(),
    }
    await expect(market.db.insertInto('payments').values(payment).execute()).rejects.toThrow(/_is_used_once/)
  })

  function approve(staff: Person, listingId: string, code: string) {
    const params = { listingId }
    const approval = { params, body: { code } }
    return market.call('POST /api/admin/listing/:listingId/approve-payment', approval, staff)
  }

  async function sendCode(code: string, person: Person): Promise<number> {
    const now = market.clock.now()
    const fields = await sellFields(now, { mpesaMessage: mpesaMessage({ code, amount: 2_000, now }) })
    return (await postForm(market, '/api/sell/add', fields, person)).statusCode
  }

  test('in small letters it is the same', async () => {
    const code = drawCode(market.clock.now())
    expect(await sendCode(code, seller)).toBe(200)
    expect(await sendCode(code.toLowerCase(), seller)).toBe(409)
  })

  test('the wallet’s balance is not kept', async () => {
    const { _id } = await createListing(market, seller)
    const { message } = await market.db
      .selectFrom('payment_proofs')
      .select('message')
      .where('listing_id', '=', _id)
      .executeTakeFirstOrThrow()
    expect(message).not.toMatch(/balance|880/i)
  })
})

describe('what is another’s', () => {
  test('is neither read nor changed', async () => {
    const { _id } = await createListing(market, seller)
    const { data } = await market.call(
      'GET /api/sell/user/:userId',
      { params: { userId: seller.accountId } },
      seller,
    )
    expect(data.length).toBeGreaterThan(0)
    for (const userId of [seller.accountId, 'me', "1' or '1'='1", '%00', `${stranger.accountId} `]) {
      const url = `/api/sell/user/${encodeURIComponent(userId)}`
      const answer = await market.app.inject({ url, headers: { token: stranger.token } })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
    }
    for (const token of [undefined, stranger.token]) {
      const answer = await market.app.inject({ url: `/api/sell/get/${_id}`, headers: token ? { token } : {} })
      expect(answer.statusCode).toBe(404)
    }
    const edited = await postForm(market, '/api/sell/update', { id: _id, price: '1' }, stranger)
    expect(edited.statusCode).toBe(404)
  })

  test('stays hidden in lists: phone, email and payment', async () => {
    await listLiveCar(market, seller)
    const { body } = await market.app.inject('/api/sell/list')
    expect(body).not.toMatch(/0712345678|254712345678|seller@example|mpesaMessage|Brian Otieno 0/)
    expect(body).toContain('0712 *** 678')
  })
})
