import { expect } from '@playwright/test'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { smallPhoto } from '../support/camera.ts'
import { removePriceRules } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress, stayIn } from '../support/market.ts'
import { productNamed } from '../support/orders.ts'
import { newPlate, ownCar } from '../support/own-cars.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { postForm } from '../support/post-form.ts'
import { phoneSize } from '../support/screen-sizes.ts'
import { addPhotos } from '../support/sell-form.ts'

test('staff adds a car that everybody sees at once', async ({ page, checkPage }) => {
  const name = 'Peugeot 404 Safari'
  await openAs(page, { token: await firstAdminToken() }, '/admin/fleet')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleet' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Add a car' }).click()
  await addPhotos(page, [smallPhoto, { ...smallPhoto, name: 'photo-2.jpg' }])
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
})

test('of two who change a car, the second is told and chooses whose changes stay', async ({
  page,
  pageErrors,
  checkPage,
  atEnd,
}) => {
  pageErrors.expect(/status of 409/)
  const { _id: carId, retire } = await ownCar({ name: 'Peugeot 504 Familiale' })
  atEnd(retire)
  const seen = async () => {
    const query = { search: 'Peugeot 504 Familiale' }
    const { data } = await call('GET /api/admin/cars', { query }, { token: await firstAdminToken() })
    const car = data.find(({ _id }) => _id === carId)
    if (!car) throw new Error('the car is not in the fleet')
    return car
  }
  const changeElsewhere = async (fields: Readonly<Record<string, string>>) =>
    postForm(`/api/admin/car/${carId}/update`, await firstAdminToken(), {
      ...fields,
      updatedAt: (await seen()).updatedAt,
    })
  await openAs(page, { token: await firstAdminToken() }, `/admin/fleet/${carId}`)
  await page.getByLabel('Price a day').fill('6500')
  await changeElsewhere({ deposit: '25000' })
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Someone else changed this.')).toBeVisible()
  await checkPage(page, 'changed by somebody else')
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Deposit')).toHaveValue('25000')
  await expect(page.getByLabel('Price a day')).toHaveValue('6500')
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Car updated')).toBeVisible()

  await openAs(page, { token: await firstAdminToken() }, `/admin/fleet/${carId}`)
  await page.getByLabel('Price a day').fill('7000')
  await changeElsewhere({ seats: '7' })
  await page.getByRole('button', { name: 'Save car' }).click()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Seats')).toHaveValue('7')
  await expect(page.getByLabel('Price a day')).toHaveValue('6500')
  expect(await seen()).toMatchObject({ price: 6_500, deposit: 25_000, seats: 7 })
})

test('the report says what a car brought in and cost', async ({ page, checkPage }) => {
  const token = await firstAdminToken()
  const { _id: carId, name, numberPlate } = await ownCar({ name: 'Peugeot 405 Report' })
  const paid = await bookAtCounter(carId, token)
  const body = { kind: 'washing', amount: '600', day: nairobiDay(new Date()), note: '' } as const
  await call('POST /api/admin/car/:carId/costs', { params: { carId }, body }, { token })
  await openAs(page, { token }, '/admin/reports')
  const line = page.getByRole('row', { name: `${name}, ${numberPlate}` })
  await expect(line).toContainText('0%')
  for (const amount of [paid, 600, paid - 600])
    await expect(line.getByRole('cell', { name: showKsh(amount), exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'By month' }).click()
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible()
  await page.setViewportSize(phoneSize)
  await checkPage(page)
})

/** Books a car at the counter for two days far ahead, paid in cash; tells what was paid. */
async function bookAtCounter(carId: string, token: string): Promise<number> {
  const startDate = addDays(nairobiDay(new Date()), 150)
  const { data: locations } = await call('GET /api/location/list', {})
  const place = locations[0]?.name ?? ''
  const body = {
    carId,
    startDate,
    endDate: addDays(startDate, 2),
    pickupTime: '10:00',
    dropoffTime: '10:00',
    pickupLocation: place,
    dropoffLocation: place,
    customerInfo: { firstName: 'Moraa', lastName: 'Nyaboke', phone: '0722334455' },
    paidBy: 'Cash',
  }
  const { data } = await call('POST /api/admin/bookings', { body }, { token })
  return data.finalAmount
}

test('an admin adds a price rule for weekends, sees it in the calendar, and removes it', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const name = 'Weekend of the Alto'
  atEnd(() => removePriceRules(name))
  const car = await ownCar({ name: 'Suzuki Alto Hustle' })
  atEnd(car.retire)
  await openAs(page, { token: await firstAdminToken() }, '/admin/prices')
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Percent of the car').fill('400')
  await dialog.getByLabel('Cars').selectOption({ label: car.name })
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
  await chosen.selectOption({ label: car.name })
  await expect(chosen).toHaveValue(car._id)
  const month = page.getByRole('main').getByRole('heading', { level: 2 })
  const thisMonth = (await month.textContent()) ?? ''
  await page.getByRole('link', { name: 'Later month' }).click()
  await expect(month).not.toHaveText(thisMonth)
  const weekend = page.getByRole('listitem').filter({ hasText: name })
  await expect(weekend.first()).toContainText(showKsh(Math.round(car.price * 1.2)))
  for (const day of await weekend.all()) await expect(day).toContainText(/Sat|Sun/)
  await checkPage(page)

  await page.getByRole('link', { name: 'Prices', exact: true }).first().click()
  await rule.getByRole('button', { name: `Remove ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${name}?` })
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The price rule was removed.')).toBeVisible()
  await expect(rule).toBeHidden()
})

test('staff puts a person on the refusal list, who cannot book then; an admin lifts it after an appeal', async ({
  page,
  checkPage,
}) => {
  const admin = { token: await firstAdminToken() }
  const phone = `0745${Math.floor(100_000 + Math.random() * 900_000)}`
  await openAs(page, admin, '/admin/refusal-list')
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

  const customer = await newPerson('Juma Odhiambo')
  const { data } = await call('GET /api/car/list', { query: { ...stayIn(200, 2), sort: 'price-low' } })
  const [car] = data.filter(({ available }) => available)
  if (!car) throw new Error('There is no car.')
  const request = {
    carId: car._id,
    ...stayIn(200, 2),
    pickupTime: '10:00',
    dropoffTime: '10:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Juma', lastName: 'Odhiambo', email: customer.email, phone },
    paymentMethod: 'whatsapp' as const,
  }
  await expect(call('POST /api/booking/create', { body: request }, customer)).rejects.toMatchObject({
    code: 'hirer_refused',
  })

  await row.getByRole('button', { name: 'Record an appeal' }).click()
  const deciding = page.getByRole('dialog', { name: 'Record an appeal' })
  await deciding.getByLabel('What the person says').fill('My brother drove.')
  await deciding.getByLabel('Lift the refusal').check()
  await deciding.getByLabel('Why you decide so').fill('The police report names him.')
  await checkPage(page)
  await deciding.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByText('Refusal lifted')).toBeVisible()
  await call('POST /api/booking/create', { body: request }, customer)
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

test('pieces that arrived are put on the shelf', async ({ page, checkPage }) => {
  // No journey orders it.
  const wish = 'Epson EcoTank L3250 printer'
  const token = await firstAdminToken()
  await openAs(page, { token }, '/admin/catalogue?search=Epson')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await checkPage(page)
  const before = await productNamed(wish)
  const shelf = page.getByLabel(`In stock: ${wish}`)
  await shelf.fill(String(Number(await shelf.inputValue()) + 5))
  await page.getByRole('row', { name: wish }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Stock of ${wish} saved`)).toBeVisible()
  expect((await productNamed(wish)).stock).toBe(before.stock + 5)
})
