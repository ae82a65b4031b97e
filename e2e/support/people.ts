import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { firstAdmin } from './first-admin.ts'
import { call, marketAddress } from './market.ts'
import { open } from './open-page.ts'

export type Newcomer = {
  name: string
  email: string
  password: string
  /** Theirs alone, and answered on the demo phone with the PIN 1234. */
  phone: string
}
export type Person = Newcomer & { token: string }

/** Somebody nobody has met yet. */
export function newcomer(name = 'Njeri Wambua'): Newcomer {
  const word = randomBytes(5).toString('hex')
  const phone = `0712 ${randomInt(100, 1000)} ${randomInt(100, 1000)}`
  return { name, email: `${word}@safari.example`, password: `safari ya ${word}`, phone }
}

/** Somebody with an account. */
export async function newPerson(name?: string): Promise<Person> {
  const body = newcomer(name)
  const { token } = await call('POST /api/user/register', { body })
  return { ...body, token }
}

/** Somebody who signed up in Swahili, and is written to in it. */
export async function newSwahiliPerson(name?: string): Promise<Person> {
  const person = newcomer(name)
  const answer = await fetch(`${marketAddress}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'sw' },
    body: JSON.stringify(person),
  })
  const { token, message } = await answer.json()
  if (!answer.ok) throw new Error(message)
  return { ...person, token }
}

/** Short, because a journey on a slow machine needs a proof that stays fresh for all of it. */
const FRESH_MS = 30_000

/** The token of one who works here, who logged in a moment ago. */
export const firstAdminToken = rememberLogIn(firstAdmin)

/** Logging in costs the market a tenth of a second of work, and journeys ask for the same people again and again. */
function rememberLogIn(body: { email: string; password: string }): () => Promise<string> {
  let token: Promise<string> | undefined
  let since = 0
  return () => {
    if (token === undefined || Date.now() - since > FRESH_MS) {
      since = Date.now()
      token = call('POST /api/user/login', { body }).then((answer) => answer.token)
      token.catch(() => {
        token = undefined
      })
    }
    return token
  }
}

/** Somebody whom the first admin made staff with these rights, and who logged in again. */
export async function newStaff(
  name = 'Mercy Atieno',
  rights: readonly StaffRight[] = STAFF_RIGHTS,
): Promise<Person> {
  const person = await newPerson(name)
  const { data } = await call('GET /api/user/me', {}, person)
  const params = { accountId: data._id }
  const body = { role: 'staff' as const, rights: [...rights], reason: 'Works at the counter' }
  await call('POST /api/admin/person/:accountId/role', { params, body }, { token: await firstAdminToken() })
  const { token } = await call('POST /api/user/login', { body: person })
  return { ...person, token }
}

let preparer: Promise<Person> | undefined

/**
 * The token of staff who prepares what the journeys of this worker need: the market reads two uploads of a person at a
 * time, and pages send theirs as the first admin.
 */
export async function preparerToken(): Promise<string> {
  preparer ??= newStaff('Wafula Barasa')
  return (await preparer).token
}

/** The demo market's customer, with bookings in every state. */
export async function demoCustomer(): Promise<Person> {
  const body = { email: 'wanjiku@example.com', password: 'karibu-twende' }
  const { token } = await call('POST /api/user/login', { body })
  return { name: 'Wanjiku Kamau', phone: '0700 000 001', ...body, token }
}

/** Opens a page as somebody who signed in on an earlier visit. */
export async function openAs(page: Page, { token }: Pick<Person, 'token'>, path: string) {
  // Once, before the first script of the page: who logs out later stays logged out.
  await page.addInitScript(
    ({ kept, visit }) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem(visit)) return
      sessionStorage.setItem(visit, 'begun')
      localStorage.setItem('token', kept)
    },
    { kept: token, visit: randomUUID() },
  )
  await open(page, path)
}

/** Fills the open popup's sign-up form and sends it. */
export async function signUpInPopup(page: Page, person: Newcomer) {
  const popup = page.getByRole('dialog', { name: 'Sign Up' })
  await popup.getByLabel('Name').fill(person.name)
  await popup.getByLabel('Email').fill(person.email)
  await popup.getByLabel(/^Password/).fill(person.password)
  await popup.getByRole('checkbox', { name: /I agree to the terms of use/ }).check()
  await popup.getByRole('button', { name: 'Create account' }).click()
  await expect(popup).toBeHidden()
}

/** Fills the open popup's login form and sends it. */
export async function signInInPopup(page: Page, person: Pick<Newcomer, 'email' | 'password'>) {
  const popup = page.getByRole('dialog', { name: 'Login' })
  await popup.getByLabel('Email').fill(person.email)
  await popup.getByLabel(/^Password/).fill(person.password)
  await popup.getByRole('checkbox', { name: /I agree to the terms of use/ }).check()
  await popup.getByRole('button', { name: 'Login', exact: true }).click()
}
