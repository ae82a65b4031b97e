import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import sharp from 'sharp'
import { call } from './market.ts'
import { open } from './open-page.ts'
import type { Person } from './people.ts'

export type Photo = { name: string; mimeType: string; buffer: Buffer }

const demoCars = join(import.meta.dirname, '..', '..', 'server', 'demo', 'pictures', 'cars')

/** A photograph as a phone takes it: 12 megapixels, lying on its side, and it knows where it was taken. */
export async function phonePhoto(): Promise<Photo> {
  const buffer = await (await demoCar(0))
    .resize(4000, 3000, { fit: 'cover' })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Safari' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '1/1 17/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '36/1 49/1 0/1',
      },
    })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }
}

/** Another photograph, unlike any other of the run. */
export async function photo(which: number): Promise<Photo> {
  const tint = { r: Math.floor(Math.random() * 256), g: 128, b: Math.floor(Math.random() * 256) }
  const buffer = await (await demoCar(which)).resize(1600, 1067).tint(tint).jpeg({ quality: 80 }).toBuffer()
  return { name: `car-${which}.jpg`, mimeType: 'image/jpeg', buffer }
}

async function demoCar(which: number) {
  const names = (await readdir(demoCars)).filter((name) => name.startsWith('hatchback')).sort()
  const name = names[which]
  if (name === undefined) throw new Error('There are fewer pictures of hatchbacks.')
  return sharp(join(demoCars, name))
}

export async function addPhotos(page: Page, photos: readonly Photo[]) {
  const there = await page.getByRole('button', { name: /^Remove (Main Image|Image \d)$/ }).count()
  await page.locator('input[name="pictures"]').setInputFiles([...photos])
  await expect(page.getByRole('button', { name: /^Remove (Main Image|Image \d)$/ })).toHaveCount(
    there + photos.length,
  )
}

const typedCar = {
  name: 'Toyota Vitz F 1.3',
  category: 'Hatchback',
  price: '1,130,000',
  description: 'One careful owner, serviced on time.',
  year: '2017',
  mileage: '75200',
  location: 'Nairobi',
  color: 'Silver',
  engine: '1.3 L',
  power: '98 hp',
  acceleration: '12.4 s',
}

/** Opens the sell form as a seller who typed everything on an earlier visit but the pictures, and how to pay. */
export async function openTypedCar(page: Page, { token, email }: Pick<Person, 'token' | 'email'>) {
  const contact = { contactPhone: '0712 345 678', contactEmail: email }
  const values = { ...typedCar, ...contact, features: ['Air conditioning'] }
  const draft = JSON.stringify({ values, payment: {}, attemptKey: '' })
  await page.goto('/site.webmanifest')
  await page.evaluate(
    (kept) => {
      for (const [name, text] of kept) localStorage.setItem(name, text)
    },
    [
      ['token', token],
      [`sell draft ${idOf(token)}`, draft],
    ] as const,
  )
  await open(page, '/sell')
  await expect(page.getByLabel('Car name')).toHaveValue(typedCar.name)
}

/** Everything about the car but its pictures. */
export async function fillCar(page: Page) {
  const { category, location, ...typed } = typedCar
  for (const [field, text] of Object.entries(typed)) await page.locator(`form [name="${field}"]`).fill(text)
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Location').selectOption(location)
  await page.getByRole('button', { name: 'Air conditioning', exact: true }).click()
}

/** Who pays: the seller, by the number they gave. */
export async function payMyself(page: Page) {
  await page.getByRole('button', { name: /^I pay myself/ }).click()
}

export async function send(page: Page) {
  await page.getByRole('button', { name: 'List Car & Submit Payment' }).click()
}

/** A short message in the corner of the page. */
export async function expectToast(page: Page, sentence: string | RegExp) {
  await expect(
    page
      .getByRole('region', { name: /^Messages/ })
      .getByText(sentence)
      .first(),
  ).toBeVisible()
}

declare global {
  interface Window {
    toldMessages: string[]
  }
}

/** Reads the messages that a page showed since: each is shown for some seconds, and a busy machine looks for it too late. */
export async function rememberMessages(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    window.toldMessages = []
    new MutationObserver(() => {
      const shown = document.querySelector('section[aria-label^="Messages"]')?.textContent
      if (shown) window.toldMessages.push(shown)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => window.toldMessages.join('\n'))
}

/** What M-Pesa writes to whoever paid us, with a code of its own. */
export function mpesaMessage(amount: number): string {
  const now = new Date()
  const [year = '', month = '', day = ''] = nairobiDay(now).split('-')
  const end = Math.random().toString(36).slice(2, 8).toUpperCase().padEnd(6, 'Q')
  const code = `${codeBeginning(nairobiDay(now))}7${end}`
  return `${code} Confirmed. Ksh${amount.toLocaleString('en-US')}.00 sent to DEMO MOTORS LTD for account CAR1 on ${Number(day)}/${Number(month)}/${year.slice(2)} at 12:05 AM New M-PESA balance is Ksh880.00. Transaction cost, Ksh42.00.`
}

export async function listingsOf({ token }: Pick<Person, 'token'>): Promise<OwnListing[]> {
  const { data } = await call('GET /api/sell/user/:userId', { params: { userId: idOf(token) } }, { token })
  return data
}

/** The account that a token is for. */
function idOf(token: string): string {
  const payload: { id: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return payload.id
}
