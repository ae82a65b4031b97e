import { expect, type Page, type Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { firstAdminToken, newPerson, openAs, signInInPopup } from '../support/people.ts'

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

/** What the server answers when the log-in was more than five minutes ago. */
function asksForProof(route: Route) {
  const message = 'Please confirm that it is you first.'
  return route.fulfill({ status: 403, json: { success: false, code: 'fresh_proof_needed', message } })
}

test('an admin adds an app and a passkey, logs in with the passkey, and confirms with it what could do harm', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 401.*\/api\/user\/login/, /status of 403.*(people\.csv|role)/)
  const person = await newPerson('Achieng Odhiambo')
  const { data: me } = await call('GET /api/user/me', {}, person)
  const made = { params: { accountId: me._id }, body: { role: 'admin' as const } }
  await call('POST /api/admin/person/:accountId/role', made, { token: await firstAdminToken() })
  await openAs(page, await call('POST /api/user/login', { body: person }), '/account')
  const security = page.getByRole('region', { name: 'Sign-in security' })
  await security.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = (await adding.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await checkPage(page)
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await adding.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await adding.getByRole('button', { name: 'Add app' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await checkPage(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security.getByText('10 recovery codes are left')).toBeVisible()

  await giveFingerprintReader(page)
  await security.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByLabel('Name').fill('My laptop')
  await checkPage(page)
  await naming.getByRole('button', { name: 'Make passkey' }).click()
  await expect(security.getByText('My laptop')).toBeVisible()
  await checkPage(page, 'with a passkey')

  await page.evaluate(() => localStorage.clear())
  await open(page, '/account')
  await page.getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  const second = page.getByRole('dialog', { name: 'One more step' })
  await expect(second).toBeVisible()
  await checkPage(page)
  await second.getByRole('button', { name: 'Use passkey' }).click()
  await expect(security.getByText(/Passkey, added .*, last used/)).toBeVisible()

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
  const { data: them } = await call('GET /api/user/me', {}, await newPerson('Kiprono Bett'))
  await page.route('**/api/admin/person/*/role', asksForProof, { times: 1 })
  await open(page, `/admin/people/${them._id}`)
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('staff')
  await page.getByRole('button', { name: 'Change role' }).last().click()
  await confirm.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByText('The role is Staff now.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
