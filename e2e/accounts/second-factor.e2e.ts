import { expect, type Page, type Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { firstAdminToken, newPerson, openAs, type Person, signInInPopup } from '../support/people.ts'

const STEP_MS = 30_000
const ANY_CODE_LETTERS = /^[A-Z2-9]{4}(-[A-Z2-9]{4}){5}$/

/** A fingerprint reader of this browser, which always knows the finger. */
async function giveFingerprintReader(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Up to the question for the second factor. */
async function logIn(page: Page, person: Person) {
  await open(page, '/account')
  await page.getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  return page.getByRole('dialog', { name: 'One more step' })
}

const appOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })

/** Adds an app to an account, without a page. */
async function addApp({ token }: Pick<Person, 'token'>) {
  const { data } = await call('POST /api/user/second-factors/app', {}, { token })
  const app = appOf(data.secret)
  const body = { challenge: data.challenge, code: app.generate() }
  const { recoveryCodes } = await call('POST /api/user/second-factors/app/confirm', { body }, { token })
  return { app, recoveryCodes: recoveryCodes ?? [] }
}

/** What the server answers when the log-in was more than five minutes ago. */
function asksForProof(route: Route) {
  const message = 'Please confirm that it is you first.'
  return route.fulfill({ status: 403, json: { success: false, code: 'fresh_proof_needed', message } })
}

const security = (page: Page) => page.getByRole('region', { name: 'Sign-in security' })

async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  for (const code of codes) expect(code).toMatch(ANY_CODE_LETTERS)
  return codes
}

test('an authenticator app is added on the account page, with recovery codes', async ({
  page,
  checkPage,
}) => {
  await openAs(page, await newPerson(), '/account')
  await expect(security(page).getByText('Only your password protects this account.')).toBeVisible()
  await checkPage(page, 'signed in')
  await security(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = (await adding.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await checkPage(page)
  await adding.getByRole('textbox', { name: 'Code' }).fill(appOf(key.replaceAll(' ', '')).generate())
  await adding.getByRole('button', { name: 'Add app' }).click()
  await keepRecoveryCodes(page)
  await checkPage(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('10 recovery codes are left')).toBeVisible()
})

test('the log-in asks for a code of the app, and takes the next one', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/, /status of 400.*\/api\/user\/second-factor/)
  const person = await newPerson()
  const { app } = await addApp(person)
  const second = await logIn(page, person)
  const code = second.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await checkPage(page)
  // The code that confirmed the app is used up; the next one is accepted a little early.
  await code.fill(app.generate({ timestamp: Date.now() - 10 * STEP_MS }))
  await second.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(second.getByText('This is not right, or was used already. Please try again.')).toBeVisible()
  await expect(code).toBeFocused()
  const next = app.generate({ timestamp: Date.now() + STEP_MS })
  await code.fill(`${next.slice(0, 3)} ${next.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(security(page).getByText('Authenticator app')).toBeVisible()
})

test('who lost the phone with the app logs in by a recovery code', async ({ page, pageErrors }) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/)
  const person = await newPerson()
  const [recoveryCode = ''] = (await addApp(person)).recoveryCodes
  const lost = await logIn(page, person)
  await lost.getByRole('button', { name: 'Use a recovery code' }).click()
  await lost.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
  await lost.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(security(page).getByText('9 recovery codes are left')).toBeVisible()
})

/** Adds a passkey to the account that is shown. */
async function addPasskey(page: Page, checkPage: (page: Page) => Promise<void>) {
  await giveFingerprintReader(page)
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByLabel('Name').fill('My laptop')
  await checkPage(page)
  await naming.getByRole('button', { name: 'Make passkey' }).click()
  await keepRecoveryCodes(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('My laptop')).toBeVisible()
}

test('a passkey is added on the account page, and logs in', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/)
  const person = await newPerson()
  await openAs(page, person, '/account')
  await addPasskey(page, checkPage)
  await checkPage(page, 'with a passkey')
  await page.evaluate(() => localStorage.clear())
  const second = await logIn(page, person)
  await second.getByRole('button', { name: 'Use passkey' }).click()
  await expect(security(page).getByText(/Passkey, added .*, last used/)).toBeVisible()
})

test('an admin confirms with a passkey what could do harm', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 403.*(people\.csv|role)/)
  const person = await newPerson('Achieng Odhiambo')
  const { data: me } = await call('GET /api/user/me', {}, person)
  const made = { params: { accountId: me._id }, body: { role: 'admin' as const } }
  await call('POST /api/admin/person/:accountId/role', made, { token: await firstAdminToken() })
  await openAs(page, await call('POST /api/user/login', { body: person }), '/account')
  await addPasskey(page, checkPage)

  // As if the log-in were more than five minutes ago.
  await page.route('**/api/admin/people.csv*', asksForProof, { times: 1 })
  await open(page, '/admin/people')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm.getByRole('button', { name: 'Use passkey' })).toBeFocused()
  await checkPage(page)
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toContain('.csv')
  await expect(confirm).toBeHidden()

  // Over the dialog of the action itself, which goes on when it is confirmed.
  const other = await newPerson('Kiprono Bett')
  const { data: them } = await call('GET /api/user/me', {}, other)
  await page.route('**/api/admin/person/*/role', asksForProof, { times: 1 })
  await open(page, `/admin/people/${them._id}`)
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('staff')
  await page.getByRole('button', { name: 'Change role' }).last().click()
  await confirm.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByText('The role is Staff now.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
