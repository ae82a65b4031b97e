import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { newPerson, openAs, type Person } from '../support/people.ts'

test('the account page is shown whole, refuses a wrong phone, and does what is asked of it', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const person = await newPerson('Njeri Wambua')
  const elsewhere = await logInWithChrome(person)
  const { promise: late, resolve: answerNow } = Promise.withResolvers<void>()
  const waiting = new Set<string>()
  for (const path of ['sessions', 'second-factors']) {
    await page.route(`**/api/user/${path}`, async (route) => {
      waiting.add(path)
      await late
      await route.continue()
    })
  }
  await openAs(page, person, '/account')
  await expect.poll(() => waiting.size).toBe(2)
  const deleting = page.getByRole('button', { name: 'Delete my account' })
  await expect(deleting).toBeHidden()
  answerNow()
  // Slow parts do not move the buttons under the finger.
  await expect(deleting).toBeVisible()
  const top = async () => (await deleting.boundingBox())?.y
  const shownAt = await top()
  const list = page.getByRole('list', { name: 'Where you are logged in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  expect(await top()).toBe(shownAt)
  await checkPage(page, 'with two sessions')

  const you = page.getByRole('region', { name: 'You' })
  await page.getByRole('textbox', { name: 'Phone' }).fill('12')
  await you.getByLabel(/^Password/).fill(person.password)
  await you.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await checkPage(page)
  await page.getByRole('textbox', { name: 'Phone' }).fill('0712 345 678')
  await you.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your changes are saved.')).toBeVisible()
  await page.getByRole('checkbox', { name: /^SMS/ }).check()
  await expect
    .poll(async () => (await call('GET /api/user/me', {}, person)).data)
    .toMatchObject({ phone: '254712345678', notifications: { sms: true } })

  await list.getByRole('button', { name: 'End this session' }).click()
  await expect(page.getByText('That device is logged out.')).toBeVisible()
  await expect(call('GET /api/user/me', {}, elsewhere)).rejects.toMatchObject({ status: 401 })
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await coming).suggestedFilename()).toBe('twende-my-data.json')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Log out everywhere?' })).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await deleting.click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByLabel(/^Password/)).toBeFocused()
  await checkPage(page)
})

/** Logs in from another device. */
async function logInWithChrome({ email, password }: Person): Promise<{ token: string }> {
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
