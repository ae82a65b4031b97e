import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { firstAdminToken, openAs } from '../support/people.ts'

test('the page of all controls has nothing wrong, and its dialogs open and give the focus back', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  await openAs(page, { token: await firstAdminToken() }, '/admin/controls')
  await expect(page.getByRole('heading', { level: 1, name: 'Controls' })).toBeVisible()
  await checkPage(page)
  // Two of five stars are filled, also where their place is wider than they are.
  const stars = page.getByRole('img', { name: '2.0 out of 5 stars' })
  const filled = await stars.locator('span').evaluate(({ clientWidth }) => clientWidth)
  const star = await stars
    .locator('svg')
    .first()
    .evaluate((drawn) => drawn.getBoundingClientRect().width)
  expect(filled).toBe(2 * star)
  for (const name of ['Small dialog', 'Side panel']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name: 'Dialog' })).toBeVisible()
    await checkPage(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await page.getByRole('button', { name: 'Ask before a deletion' }).click()
  const question = page.getByRole('alertdialog', { name: 'Shall this be done?' })
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await checkPage(page)
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(question).toBeHidden()

  const dates = page.getByRole('region', { name: 'Dates' })
  const field = dates.getByLabel('From', { exact: true })
  await field.fill('31.11.2026')
  await field.press('Tab')
  await expect(dates.getByText('Type the day like 22/11/2026 or 22 Nov.')).toBeVisible()
  await checkPage(page, 'no day')
  await field.fill('22/11/2026')
  await field.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Choose a day' })
  await expect(calendar.getByRole('button', { name: /22 November 2026/ })).toBeFocused()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
})
