import { expect } from '@playwright/test'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { differentPhotos } from '../support/camera.ts'
import { removePriceRules } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { newPlate, ownCar } from '../support/own-cars.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { postForm } from '../support/post-form.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'
import { addPhotos } from '../support/sell-form.ts'

test('staff adds a car that everybody sees at once, and whoever changes it at the same time is told', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const name = 'Peugeot 404 Safari'
  await openAs(page, { token: await firstAdminToken() }, '/admin/fleet')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleet' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Add a car' }).click()
  await addPhotos(page, differentPhotos.slice(0, 2))
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Number plate').fill('kda 12')
  await page.getByLabel('Category').selectOption('Sedan')
  await page.getByLabel('Transmission').selectOption('manual')
  await page.getByLabel('Where it stands').selectOption({ index: 1 })
  await page.getByLabel('Price a day').fill('6,000')
  await page.getByLabel('Deposit').fill('20000')
  await page.getByLabel('Description').fill('An old friend of the bush roads.')
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Please write the plate as it is on the car')).toBeVisible()
  await checkPage(page)
  await page.getByLabel('Number plate').fill(newPlate().replace(' ', '').toLowerCase())
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Car added')).toBeVisible()
  const fleet = await (await fetch(`${marketAddress}/rent?search=${encodeURIComponent(name)}`)).text()
  expect(fleet).toContain(name)

  const token = await firstAdminToken()
  const { data: cars } = await call('GET /api/admin/cars', { query: { search: name } }, { token })
  const [car] = cars
  if (!car) throw new Error('the car is not in the fleet')
  await openAs(page, { token }, `/admin/fleet/${car._id}`)
  await page.getByLabel('Price a day').fill('6500')
  await postForm(`/api/admin/car/${car._id}/update`, token, { deposit: '25000', updatedAt: car.updatedAt })
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('This has changed since you opened it.')).toBeVisible()
  await checkPage(page, 'changed by somebody else')
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Deposit')).toHaveValue('25000')
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Car updated')).toBeVisible()
})

test('an admin adds a price rule for weekends, sees it in the calendar, removes it, and reads report and settings', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const name = 'Weekend of the Alto'
  atEnd(() => removePriceRules(name))
  const car = await ownCar({ name: 'Suzuki Alto Hustle' })
  atEnd(car.retire)
  const admin = { token: await firstAdminToken() }
  await openAs(page, admin, '/admin/prices')
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Percent of the car').fill('400')
  await dialog.getByLabel('Cars').selectOption(`car:${car._id}`)
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await dialog.getByRole('button', { name: day }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('from 1 to 300')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Percent of the car').fill('120')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The price rule was added.')).toBeVisible()
  const rule = page.getByRole('row', { name })
  await expect(rule.getByText('Sat, Sun')).toBeVisible()

  await page.getByRole('link', { name: 'Price calendar' }).click()
  const chosen = page.getByLabel('Car', { exact: true })
  await chosen.selectOption(car._id)
  await expect(chosen).toHaveValue(car._id)
  await page.getByRole('link', { name: 'Later month' }).click()
  const weekend = page.getByRole('listitem').filter({ hasText: name })
  await expect(weekend.first()).toContainText(showKsh(Math.round(car.price * 1.2)))
  await checkPage(page)

  await page.getByRole('link', { name: 'Prices', exact: true }).first().click()
  await rule.getByRole('button', { name: `Remove ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${name}?` })
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The price rule was removed.')).toBeVisible()
  await expect(rule).toBeHidden()

  await openAs(page, admin, '/admin/reports')
  await expect(page.getByRole('row', { name: `${car.name}, ${car.numberPlate}` })).toContainText('0%')
  await checkPage(page)
  await page.getByRole('link', { name: 'By month' }).click()
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible()
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await page.setViewportSize(desktopSize)

  await openAs(page, admin, '/admin/shop-report')
  await expect(page.getByRole('columnheader', { name: 'Stock value now' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'What runs out' }).click()
  await expect(page.getByRole('columnheader', { name: 'Days left' })).toBeVisible()
  await page.setViewportSize(phoneSize)
  await checkPage(page, 'what runs out')
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByRole('link', { name: 'By category' }).click()
  await expect(page.getByText('Products sold out', { exact: true }).first()).toBeVisible()
  await checkPage(page, 'by category')
  await page.setViewportSize(desktopSize)

  await openAs(page, admin, '/admin/settings')
  await expect(page.getByRole('heading', { name: 'Cancelling a rental' })).toBeVisible()
  // What is refused changes nothing for others.
  await page.getByLabel('3 months (Ksh)').fill('1900')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('A longer plan costs more than a shorter one')).toBeVisible()
  await checkPage(page)
})

test('staff puts a person on the refusal list; an admin lifts it after an appeal', async ({
  page,
  checkPage,
}) => {
  const phone = `0745${Math.floor(100_000 + Math.random() * 900_000)}`
  await openAs(page, { token: await firstAdminToken() }, '/admin/refusal-list')
  await expect(page.getByRole('heading', { level: 1, name: 'Refusal list' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const adding = page.getByRole('dialog', { name: 'Rent no car to a person' })
  await adding.getByLabel('Reason').selectOption({ label: 'Damaged a car' })
  await adding.getByLabel('Last day').fill(showDay(addDays(nairobiDay(new Date()), 60)))
  await adding.getByLabel('What happened').fill('Left the car with a bent axle.')
  await adding.getByRole('button', { name: 'Put on the list' }).click()
  await expect(adding.getByText('Enter a phone number or a driving licence.')).toBeVisible()
  await checkPage(page)
  await adding.getByLabel('Phone number').fill(phone)
  await adding.getByRole('button', { name: 'Put on the list' }).click()
  await expect(page.getByText('Put on the refusal list')).toBeVisible()
  await page.goto(`/admin/refusal-list?search=${phone}`)
  const row = page.getByRole('row', { name: `Phone ending in ${phone.slice(-3)}` })
  await expect(row).toContainText('Left the car with a bent axle.')
  await checkPage(page)
  await row.getByRole('button', { name: 'Record an appeal' }).click()
  const deciding = page.getByRole('dialog', { name: 'Record an appeal' })
  await deciding.getByLabel('What the person says').fill('My brother drove.')
  await deciding.getByLabel('Lift the refusal').check()
  await deciding.getByLabel('Why you decide so').fill('The police report names him.')
  await checkPage(page)
  await deciding.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByText('Refusal lifted')).toBeVisible()
})

test('staff whose console does not arrive are told so, and try again', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
  const entry = '**/admin/assets/entry.client-*.js'
  await openAs(page, { token: await firstAdminToken() }, '/services')
  await page.route(entry, (route) => route.abort())
  await page.goto('/admin/fleet')
  const lost = page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })
  await expect(lost).toBeVisible()
  await checkPage(page)
  await page.unroute(entry)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fleet' })).toBeVisible()
})
