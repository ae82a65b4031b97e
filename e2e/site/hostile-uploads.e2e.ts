import { expect, test } from '@playwright/test'
import { metricsToken } from '../support/first-admin.ts'
import { hostileFiles } from '../support/hostile-files.ts'
import { call, marketAddress } from '../support/market.ts'
import { listingForm } from '../support/own-listings.ts'
import { newPerson, type Person } from '../support/people.ts'
import { listingsOf } from '../support/sell-form.ts'

const AT_ONCE = 3
const ROUNDS = 4

test('hostile uploads are refused with a sentence, and the server’s memory is back where it was', async () => {
  const seller = await newPerson()
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) => send(seller, name, bytes)
  const kinds = Object.entries(hostileFiles())
  const uploadAtOnce = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    Promise.all(Array.from({ length: AT_ONCE }, () => upload(name, bytes)))
  // The first round fills what is kept for ever after: code that was compiled, pools.
  for (const [name, bytes] of kinds) await uploadAtOnce(name, bytes)
  const before = await memoryMiB()
  const refused = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, bytes] of kinds) {
      for (const { status, message } of await uploadAtOnce(name, bytes)) {
        expect(message, name).toMatch(/^[A-Z].{10,}[.!?]?$/)
        // Or it is busy with what the same seller sent before.
        expect([413, 415, 422, 503], name).toContain(status)
        if (status !== 503) refused.set(name, (refused.get(name) ?? 0) + 1)
      }
    }
  }
  for (const [name] of kinds) expect(refused.get(name), name).toBeGreaterThanOrEqual(ROUNDS)
  expect(await listingsOf(seller)).toEqual([])
  // A round alone sends 200 MiB and would unfold to tens of thousands.
  await expect.poll(memoryMiB).toBeLessThan(before + 60)
  await call('GET /api/sell/list', { query: { page: 1 } })
})

async function send(seller: Person, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = listingForm(seller)
  body.set('image1', new Blob([bytes], { type: 'image/jpeg' }), name)
  const answer = await fetch(`${marketAddress}/api/sell/add`, {
    method: 'POST',
    headers: { token: seller.token },
    body,
  })
  const { message } = await answer.json()
  return { status: answer.status, message: String(message) }
}

/** What the process holds of the machine's memory. */
async function memoryMiB(): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const figures = await (await fetch(`${marketAddress}/metrics`, { headers })).text()
  const bytes = Number(/^process_resident_memory_bytes (\d+)/m.exec(figures)?.[1])
  expect(bytes).toBeGreaterThan(0)
  return bytes / 1024 / 1024
}
