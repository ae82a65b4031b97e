import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, mailTo, marketAddress } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { demoCustomer, newPerson, openAs, type Person, signInInPopup } from '../support/people.ts'

const passwordForm = (page: Page) => page.getByRole('region', { name: 'Password' })

test('my account asks a visitor to log in; then name and phone are changed', { tag: '@phone-only' }, async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 400.*\/api\/user\/update/)
  const person = await newPerson('Njeri Wambua')
  await open(page, '/account')
  await page.getByRole('button', { name: 'Log in' }).click()
  await signInInPopup(page, person)
  await expect(page.getByLabel('Name')).toHaveValue('Njeri Wambua')
  await checkPage(page, 'signed in')
  const you = page.getByRole('region', { name: 'You' })
  await expect(you.getByLabel(/^Password/)).toHaveCount(0)
  const sms = page.getByRole('checkbox', { name: /^SMS/ })
  await expect(sms).toBeDisabled()
  await page.getByRole('textbox', { name: 'Phone' }).fill('12')
  await you.getByLabel(/^Password/).fill(person.password)
  await checkPage(page, 'asked for the password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(you.getByText('Please enter a valid Kenyan phone number')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await checkPage(page)
  await page.getByLabel('Name').fill('Njeri Wambua Maina')
  await page.getByRole('textbox', { name: 'Phone' }).fill('0712 345 678')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your changes are saved.')).toBeVisible()
  await page.getByRole('checkbox', { name: /My listings/ }).uncheck()
  await sms.check()
  await expect
    .poll(async () => (await call('GET /api/user/me', {}, person)).data)
    .toMatchObject({
      name: 'Njeri Wambua Maina',
      phone: '254712345678',
      notifications: { listings: false, sms: true },
    })
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('0712 345 678')
  await expect(page.getByRole('checkbox', { name: /My listings/ })).not.toBeChecked()
  await awake(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Hello, Njeri' }).getByRole('link', { name: 'My Account' }),
  ).toBeVisible()
})

test('a new password logs every other device out, and so does logging out everywhere', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 403.*change-password/)
  const person = await newPerson()
  const elsewhere = await call('POST /api/user/login', { body: person })
  await openAs(page, person, '/account')
  const form = passwordForm(page)
  await form.getByLabel('Old password').fill('not my password')
  await form.getByLabel('New password').fill('a new and longer password')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('This is not your password. Please try again.')).toBeVisible()
  await expect(form.getByLabel('Old password')).toBeFocused()
  await expect(form.getByLabel('New password')).toHaveValue('a new and longer password')
  await checkPage(page)
  await form.getByLabel('Old password').fill(person.password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Every other device has been logged out.')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')
  await isOver(elsewhere)

  const changed = { ...person, password: 'a new and longer password' }
  const again = await call('POST /api/user/login', { body: changed })
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out everywhere?' })
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You have been logged out everywhere.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await isOver(again)
})

test('one sees where one is logged in, and ends a session there', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  const elsewhere = await logInWithChrome(person)
  await openAs(page, person, '/account')
  const list = page.getByRole('list', { name: 'Where you are logged in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText('Chrome on')
  await expect(list).toContainText('This device')
  await checkPage(page, 'with two sessions')
  await list.getByRole('button', { name: 'End this session' }).click()
  await expect(page.getByText('That device is logged out.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await isOver(elsewhere)
})

type Session = { token: string }

async function isOver(session: Session) {
  await expect(call('GET /api/user/me', {}, session)).rejects.toMatchObject({ status: 401 })
}

/** Logs in from another device. */
async function logInWithChrome({ email, password }: Person): Promise<Session> {
  const answer = await fetch(`${marketAddress}/api/user/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0',
    },
    body: JSON.stringify({ email, password }),
  })
  return answer.json()
}

test('all my data comes as a file', async ({ page }) => {
  await openAs(page, await demoCustomer(), '/account')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('twende-my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.account.email).toBe('wanjiku@example.com')
  expect(data.bookings.length).toBeGreaterThan(4)
  expect(JSON.stringify(data)).not.toContain('argon2')
})

test('the account page is shown whole: slow parts do not move its buttons under the finger', {
  tag: '@phone-only',
}, async ({ page }) => {
  const { promise: late, resolve: answerNow } = Promise.withResolvers<void>()
  const waiting = new Set<string>()
  for (const path of ['sessions', 'second-factors']) {
    await page.route(`**/api/user/${path}`, async (route) => {
      waiting.add(path)
      await late
      await route.continue()
    })
  }
  await openAs(page, await demoCustomer(), '/account')
  await expect.poll(() => waiting.size).toBe(2)
  const button = page.getByRole('button', { name: 'Delete my account' })
  await expect(button).toBeHidden()
  answerNow()
  await expect(button).toBeVisible()
  const top = async () => (await button.boundingBox())?.y
  const shownAt = await top()
  await expect(page.getByRole('list', { name: 'Where you are logged in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  expect(await top()).toBe(shownAt)
})

const deletion = (page: Page) => page.getByRole('dialog', { name: 'Delete my account' })

async function askToDelete(page: Page, password: string) {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = deletion(page)
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
}

test('an account with a booking under way stays', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 409.*\/api\/user\/delete/)
  const busy = await demoCustomer()
  await openAs(page, busy, '/account')
  await askToDelete(page, busy.password)
  await expect(deletion(page).getByRole('alert')).toContainText(
    /still under way|still being checked|still owe you/,
  )
  await checkPage(page)
})

test('an account without a booking is deleted for good', async ({ page, pageErrors }) => {
  pageErrors.expect(/status of 401/)
  const leaver = await newPerson('Zawadi Nyambura')
  await openAs(page, leaver, '/account')
  await askToDelete(page, leaver.password)
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(call('POST /api/user/login', { body: leaver })).rejects.toMatchObject({ code: 'wrong_login' })
  expect(await mailTo(leaver.email)).toContain('Your Twende account is deleted')
})
