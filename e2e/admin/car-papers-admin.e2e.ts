import { expect } from '@playwright/test'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { smallPhoto } from '../support/camera.ts'
import { removeSharedCalendars } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { ownCar } from '../support/own-cars.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'

test('staff finds in a list what is due of a car, attaches its scan, and renews its insurance', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const { _id: carId, name, retire } = await ownCar({ name: 'Peugeot 504 Due' })
  atEnd(retire)
  const today = nairobiDay(new Date())
  const number = 'RSL 4475'
  await recordDocument(carId, 'road', number, { from: addDays(today, -350), until: addDays(today, 2) })
  await recordDocument(carId, 'insurance', 'POL 4470', {
    from: addDays(today, -350),
    until: addDays(today, 11),
  })
  await openAs(page, { token: await firstAdminToken() }, '/admin/fleet/due')
  await expect(page.getByRole('heading', { level: 1, name: 'Documents and services due' })).toBeVisible()
  const line = page.getByRole('row', { name: `Road service licence, ${name}` }).first()
  await expect(line).toContainText('Expires in 2 days')
  await checkPage(page)
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await page.setViewportSize(desktopSize)
  await line.getByRole('link', { name }).click()
  await page.getByRole('button', { name: `Attach scan to document ${number}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Attach scan' }).click()
  await expect(dialog.getByText('Choose a photo or PDF.')).toBeVisible()
  await dialog.locator('input[type="file"]').setInputFiles(smallPhoto)
  await expect(dialog.getByText(smallPhoto.name)).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Attach scan' }).click()
  await expect(page.getByText('Scan attached')).toBeVisible()
  await page.getByRole('button', { name: `Open scan: Road service licence ${number}` }).click()
  await expect(dialog.getByRole('img', { name: `Road service licence ${number}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog.getByLabel('Document').selectOption({ label: 'Insurance' })
  await dialog.getByLabel('Number').fill('POL 4472')
  await dialog.getByLabel('Issuer').fill('Savanna Assurance')
  const uncovered = addDays(today, 12)
  await dialog.getByLabel('Valid from').fill(addDays(uncovered, 1))
  await dialog.getByLabel('Valid until').fill(uncovered)
  await dialog.getByRole('button', { name: 'Save document' }).click()
  await expect(dialog.getByText('The last day must not be before the first day')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Valid until').fill(addDays(uncovered, 700))
  await dialog.getByRole('button', { name: 'Save document' }).click()
  await expect(page.getByText(`Insurance: none recorded on ${showDay(uncovered)}`)).toBeVisible()
  await checkPage(page, 'days without insurance')
})

type Term = { from: string; until: string }

/** Records a paper of a car. */
async function recordDocument(
  carId: string,
  kind: 'insurance' | 'road',
  number: string,
  { from, until }: Term,
) {
  const body = { kind, number, issuer: 'NTSA', validFrom: from, validUntil: until }
  const staff = { token: await firstAdminToken() }
  await call('POST /api/admin/car/:carId/documents', { params: { carId }, body }, staff)
}

test('staff plans the services of a car, records one with what it cost, and withdraws a cost', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const { _id: carId, retire } = await ownCar({ name: 'Peugeot 504 Service' })
  atEnd(retire)
  const token = await firstAdminToken()
  const startDay = addDays(nairobiDay(new Date()), -100)
  const body = { everyKm: 5_000, everyMonths: 12, startKm: 83_500, startDay, updatedAt: null }
  await call('POST /api/admin/car/:carId/service-plan', { params: { carId }, body }, { token })
  await openAs(page, { token }, `/admin/fleet/${carId}/service`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByLabel('Every so many km').fill('100')
  await dialog.getByRole('button', { name: 'Save plan' }).click()
  await expect(dialog.getByText('Please enter kilometres from 500 to 200,000')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Every so many km').fill('8,000')
  await dialog.getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByText('Plan saved')).toBeVisible()
  await page.getByRole('button', { name: 'Record service' }).click()
  await dialog.getByLabel('Kilometres').fill('91,500')
  await dialog.getByLabel('Amount (Ksh)').fill('8,765')
  await dialog.getByLabel('Note').fill('Brake pads in front')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Save service' }).click()
  await expect(page.getByText('At 99,500 km or on')).toBeVisible()
  await checkPage(page)

  await page.getByRole('link', { name: 'Costs', exact: true }).click()
  await expect(page.getByText('Ksh 8,765', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add cost' }).click()
  await dialog.getByLabel('Kind of cost').selectOption({ label: 'Tyres' })
  await dialog.getByLabel('Amount (Ksh)').fill('4,321')
  await dialog.locator('input[type="file"]').setInputFiles(smallPhoto)
  await expect(dialog.getByText(smallPhoto.name)).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Save cost' }).click()
  await expect(page.getByText('Cost saved')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the cost: Tyres, Ksh 4,321' }).click()
  await dialog.getByRole('button', { name: 'Entered twice' }).click()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Cost withdrawn')).toBeVisible()
  await page.setViewportSize(phoneSize)
  await checkPage(page)
})

test('staff shares the calendar of a car with other programs, and sees which cannot be read', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const { _id: carId, name, retire } = await ownCar({ name: 'Peugeot 505 Shared' })
  atEnd(() => removeSharedCalendars(carId))
  atEnd(retire)
  await openAs(page, { token: await firstAdminToken() }, `/admin/fleet/${carId}/calendars`)
  await page.getByRole('button', { name: 'Create address' }).click()
  const creating = page.getByRole('dialog', { name: 'Create address' })
  await creating.getByRole('button', { name: 'Create address' }).click()
  await expect(creating.getByText('Enter a name')).toBeVisible()
  await checkPage(page)
  await creating.getByLabel('Name').fill('Google Calendar')
  await creating.getByRole('button', { name: 'Create address' }).click()
  const created = page.getByRole('dialog', { name: 'Address for Google Calendar' })
  await expect(created.getByLabel('Calendar address')).toHaveValue(/^http/)
  await checkPage(page)
  await created.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Add calendar' }).click()
  const adding = page.getByRole('dialog', { name: 'Add calendar' })
  await adding.getByLabel('Calendar address').fill('http://192.168.1.7/calendar.ics')
  await adding.getByLabel('Name').fill('Another fleet')
  await adding.getByRole('button', { name: 'Add calendar' }).click()
  await expect(adding.getByText('Enter the address of a calendar, beginning with https://')).toBeVisible()
  await checkPage(page)
  await adding.getByLabel('Calendar address').fill('https://192.168.1.7/calendar.ics')
  await adding.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('Cannot be read')).toBeVisible()
  await expect(page.getByText('The address is in a private network.')).toBeVisible()
  await checkPage(page)
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await openAs(page, { token: await firstAdminToken() }, '/admin/calendar/shared')
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
  await checkPage(page)
  await page.setViewportSize(desktopSize)
  await checkPage(page)
})
