import { expect } from '@playwright/test'
import { smallPhoto, takeThrough } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { rentalWithOffence } from '../support/prepare-rental.ts'
import { openDesk } from '../support/yard.ts'

// The plate and the minute of an offence tell whose a fine is, so this journey has a car that no other one hands over.

test('staff records a fine with a photo of its paper, sees the paper, and withdraws the fine', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { plate, day, time, booking } = await rentalWithOffence({
    customer: 'Nekesa Barasa',
    car: 'Nissan Leaf',
    daysAhead: 200,
  })
  const reference = `NTSA/${booking.bookingId}`
  await openDesk(page, `/admin/fines?search=${encodeURIComponent(reference)}`)
  await page.getByRole('button', { name: 'Record a fine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a fine' })
  await dialog.getByLabel('Day of the offence').fill(day)
  await dialog.getByLabel('Time of the offence').fill(time)
  await dialog.getByLabel('Number plate').fill(plate.replace(' ', '').toLowerCase())
  await expect(dialog.getByText('The fine is charged to this customer.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Amount of the fine').fill('3,000')
  await dialog.getByLabel('Reference on the paper').fill(reference)
  await takeThrough(page, dialog.getByRole('button', { name: 'Take photo' }), smallPhoto)
  await expect(dialog.getByRole('img', { name: 'Your photo: Photo of the paper' })).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Record a fine' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Show the paper' }).click()
  const shown = page.getByRole('dialog', { name: 'Paper of the fine of Ksh\u00a03,000' })
  await expect(shown.getByRole('img', { name: 'Paper of the fine of Ksh 3,000' })).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await checkPage(page)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw the fine of Ksh\u00a03,000?' })
  await withdrawing.getByLabel('Why is it withdrawn?').fill('The plate was read wrongly')
  await checkPage(page)
  await withdrawing.getByRole('button', { name: 'Withdraw' }).click()
  await expect(withdrawing).toBeHidden()
  await page.getByRole('link', { name: /^Withdrawn/ }).click()
  await expect(page.getByText('The plate was read wrongly', { exact: false })).toBeVisible()
})
