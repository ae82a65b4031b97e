import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { call, marketAddress } from './market.ts'
import { firstAdminToken, type Person } from './people.ts'
import { listingsOf, mpesaMessage, photo } from './sell-form.ts'

type Stated = { name?: string; price?: number; paid?: number }

/** Lists a car by the API, paid by a pasted message that nobody has checked. */
export async function listByApi(person: Person, stated: Stated = {}): Promise<OwnListing> {
  const form = listingForm(person, stated)
  const { buffer } = await photo(1)
  form.append('image1', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), 'image1.jpg')
  const answer = await fetch(`${marketAddress}/api/sell/add`, {
    method: 'POST',
    headers: { token: person.token },
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return newestOf(person)
}

/** All that the sell form sends, but for the pictures. */
export function listingForm(person: Person, stated: Stated = {}): FormData {
  const { name = 'Toyota Vitz F 1.3', price = 1_000_000, paid = 2_000 } = stated
  const form = new FormData()
  const fields = {
    name,
    price: String(price),
    description: 'One owner, serviced on time.',
    category: 'Hatchback',
    location: 'Nairobi',
    year: '2017',
    mileage: '75200',
    color: 'Silver',
    features: JSON.stringify(['Air conditioning']),
    specs: JSON.stringify({ engine: '1.3 L', power: '98 hp', acceleration: '12.4 s' }),
    contactInfo: JSON.stringify({ phone: person.phone, email: person.email }),
    mpesaName: person.name,
    mpesaPhoneNumber: person.phone.replaceAll(' ', ''),
    mpesaMessage: mpesaMessage(paid),
    email: person.email,
    amount: String(paid),
  }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

/** The same, paid and verified: everybody sees it. */
export async function listLive(person: Person, stated: Stated = {}): Promise<OwnListing> {
  const { _id } = await listByApi(person, stated)
  await approvePayment(_id)
  await verifyCar(_id)
  return newestOf(person)
}

export async function newestOf(person: Person): Promise<OwnListing> {
  const [newest] = await listingsOf(person)
  if (!newest) throw new Error(`${person.name} sells nothing.`)
  return newest
}

export async function approvePayment(listingId: string) {
  await call('POST /api/admin/listing/:listingId/approve-payment', decided(listingId, {}), await asKeeper())
}

export async function verifyCar(listingId: string) {
  await call('POST /api/admin/listing/:listingId/verify', decided(listingId, {}), await asKeeper())
}

function decided<Body extends object>(listingId: string, body: Body) {
  return { params: { listingId }, body }
}

async function asKeeper() {
  return { token: await firstAdminToken() }
}
