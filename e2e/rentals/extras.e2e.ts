import { expect } from '@playwright/test'
import { removeExtras } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { firstAdminToken, openAs } from '../support/people.ts'

test('an admin offers the delivery to a place, and removes it', async ({ page, checkPage, atEnd }) => {
  const place = 'Kitale'
  const name = `Delivery to ${place}`
  atEnd(() => removeExtras(place))
  await openAs(page, { token: await firstAdminToken() }, '/admin/extras')
  await expect(page.getByRole('heading', { level: 1, name: 'Extras' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Child seat' })).toContainText('8 seats in stock')
  await checkPage(page)
  await page.getByRole('button', { name: 'Add an extra' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an extra' })
  await dialog.getByLabel('Kind of extra').selectOption({ label: 'Delivery' })
  await dialog.getByLabel('Place').selectOption(place)
  await dialog.getByLabel('Shillings').fill('1,500')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Ksh 1,500')

  await row.getByRole('button', { name: `Remove ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${name}?` })
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The extra was removed.')).toBeVisible()
  await expect(row).toBeHidden()
})
