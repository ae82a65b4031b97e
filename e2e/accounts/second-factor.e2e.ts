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

async function logInAfresh(page: Page, person: Person) {
  await page.evaluate(() => localStorage.clear())
  await open(page, '/account')
  await page.getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  return page.getByRole('dialog', { name: 'One more step' })
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

test('an app and its codes: added on the account page, asked for at the log-in, and lost with the phone', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/, /status of 400.*\/api\/user\/second-factor/)
  const person = await newPerson()
  await openAs(page, person, '/account')
  await expect(security(page).getByText('Only your password protects this account.')).toBeVisible()
  await checkPage(page)
  await security(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = (await adding.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await checkPage(page)
  await adding.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await adding.getByRole('button', { name: 'Add app' }).click()
  const [recoveryCode = ''] = await keepRecoveryCodes(page)
  await checkPage(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('10 recovery codes are left')).toBeVisible()

  const second = await logInAfresh(page, person)
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

  const lost = await logInAfresh(page, person)
  await lost.getByRole('button', { name: 'Use a recovery code' }).click()
  await lost.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
  await lost.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(security(page).getByText('9 recovery codes are left')).toBeVisible()
})

test('an admin logs in with a passkey, and confirms with it what could do harm', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/, /status of 403.*(people\.csv|role)/)
  const person = await newPerson('Achieng Odhiambo')
  const { data: me } = await call('GET /api/user/me', {}, person)
  const made = { params: { accountId: me._id }, body: { role: 'admin' as const } }
  await call('POST /api/admin/person/:accountId/role', made, { token: await firstAdminToken() })
  const { token } = await call('POST /api/user/login', { body: person })
  await openAs(page, { token }, '/account')
  await giveFingerprintReader(page)
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByLabel('Name').fill('My laptop')
  await checkPage(page)
  await naming.getByRole('button', { name: 'Make passkey' }).click()
  await keepRecoveryCodes(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('My laptop')).toBeVisible()
  await checkPage(page)

  const second = await logInAfresh(page, person)
  await second.getByRole('button', { name: 'Use passkey' }).click()
  await expect(security(page).getByText(/Passkey, added .*, last used/)).toBeVisible()

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
