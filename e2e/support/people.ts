import { randomBytes, randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { firstAdmin } from './first-admin.ts'
import { call } from './market.ts'
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

/** The token of one who works here. */
export async function firstAdminToken(): Promise<string> {
  return (await call('POST /api/user/login', { body: firstAdmin })).token
}

/** The demo market's customer, with bookings in every state. */
export async function demoCustomer(): Promise<Person> {
  const body = { email: 'wanjiku@example.com', password: 'karibu-twende' }
  const { token } = await call('POST /api/user/login', { body })
  return { name: 'Wanjiku Kamau', phone: '0700 000 001', ...body, token }
}

/** Opens a page as somebody who signed in on an earlier visit. */
export async function openAs(page: Page, { token }: Pick<Person, 'token'>, path: string) {
  await page.goto('/site.webmanifest')
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
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
