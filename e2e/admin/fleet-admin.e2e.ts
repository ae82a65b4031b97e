import { expect } from '@playwright/test'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import {
  removePriceRules,
  removeSharedCalendars,
  restoreSettings,
  settingsNow,
  withdrawDocuments,
} from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress, stayIn } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { productNamed } from '../support/orders.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'
import { addPhotos, photo } from '../support/sell-form.ts'

// These journeys run beside each other: none depends on what another one does.
test.describe.configure({ mode: 'parallel' })

test('staff adds a car that everybody sees at once, and of two who change it one is told', async ({
  page,
  browser,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const token = await firstAdminToken()
  const name = 'Peugeot 404 Safari'
  await openAs(page, { token }, '/admin/fleet')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleet' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Add a car' }).click()
  await addPhotos(page, [await photo(0), await photo(1)])
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Number plate').fill('kda 12')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Where it stands').selectOption({ index: 1 })
  await page.getByLabel('Price a day').fill('6,000')
  await page.getByLabel('Deposit').fill('20000')
  await page.getByLabel('Description').fill('An old friend of the bush roads.')
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Please write the plate as it is on the car')).toBeVisible()
  await checkPage(page)
  const digits = String(Math.floor(Math.random() * 1000)).padStart(3, '0')
  await page.getByLabel('Number plate').fill(`kcz${digits}a`)
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Car added')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await open(visitor, `/rent?search=${encodeURIComponent(name)}`)
  await expect(visitor.getByText(name).first()).toBeVisible()

  await openAs(page, { token }, `/admin/fleet?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByLabel('Price a day').fill('6500')
  const other = await (await browser.newContext()).newPage()
  const form = new URL(page.url()).pathname
  await openAs(other, { token }, form)
  await other.getByLabel('Deposit').fill('25000')
  await other.getByRole('button', { name: 'Save car' }).click()
  await expect(other.getByText('Car updated')).toBeVisible()
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Someone else changed this.')).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Deposit')).toHaveValue('25000')
  await expect(page.getByLabel('Price a day')).toHaveValue('6500')
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Car updated')).toBeVisible()

  await openAs(page, { token }, form)
  await page.getByLabel('Price a day').fill('7000')
  await openAs(other, { token }, form)
  await other.getByLabel('Seats').fill('7')
  await other.getByRole('button', { name: 'Save car' }).click()
  await expect(other.getByText('Car updated')).toBeVisible()
  await page.getByRole('button', { name: 'Save car' }).click()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Seats')).toHaveValue('7')
  await expect(page.getByLabel('Price a day')).toHaveValue('6500')
  const { data } = await call('GET /api/car/list', { query: { search: name } })
  expect(data[0]).toMatchObject({ name, price: 6_500, deposit: 25_000 })

  const carId = form.split('/').at(-1) ?? ''
  const paid = await bookAtCounter(carId, token)
  const body = { kind: 'washing', amount: '600', day: nairobiDay(new Date()), note: '' } as const
  await call('POST /api/admin/car/:carId/costs', { params: { carId }, body }, { token })
  await openAs(page, { token }, '/admin/reports')
  const line = page.getByRole('row', { name: `${name}, KCZ ${digits}A` })
  await expect(line).toContainText('0%')
  for (const amount of [paid, 600, paid - 600])
    await expect(line.getByRole('cell', { name: showKsh(amount), exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'By month' }).click()
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
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

test('staff records the insurance of a car, which is offered no longer than it holds', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const token = await firstAdminToken()
  // Its insurance ends in eleven days.
  const { data } = await call('GET /api/car/list', { query: { search: 'Toyota Rush' } })
  const [car] = data
  if (!car) throw new Error('The demo fleet has no Toyota Rush.')
  atEnd(() => withdrawDocuments(car._id, 'RSL 4471'))
  atEnd(() => withdrawDocuments(car._id, 'POL 4472'))
  await openAs(page, { token }, `/admin/fleet/${car._id}`)
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Documents' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Add document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Document').selectOption({ label: 'Road service licence' })
  await dialog.getByLabel('Number').fill('RSL 4471')
  await dialog.getByLabel('Issuer').fill('NTSA')
  await dialog.getByLabel('Valid from').fill('2026-05-01')
  await dialog.getByLabel('Valid until').fill('2026-04-30')
  await dialog.getByRole('button', { name: 'Save document' }).click()
  await expect(dialog.getByText('The last day must not be before the first day')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Valid until').fill('2027-04-30')
  await dialog.getByRole('button', { name: 'Save document' }).click()
  await expect(page.getByText('Document saved')).toBeVisible()
  await expect(page.getByText('RSL 4471, NTSA')).toBeVisible()

  const uncovered = addDays(nairobiDay(new Date()), 12)
  await expect(page.getByText(`Insurance: none recorded from ${showDay(uncovered)} to`)).toBeVisible()
  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog.getByLabel('Document').selectOption({ label: 'Insurance' })
  await dialog.getByLabel('Number').fill('POL 4472')
  await dialog.getByLabel('Issuer').fill('Savanna Assurance')
  await dialog.getByLabel('Valid from').fill(addDays(uncovered, 1))
  await dialog.getByLabel('Valid until').fill(addDays(uncovered, 700))
  await dialog.getByRole('button', { name: 'Save document' }).click()
  await expect(page.getByText(`Insurance: none recorded on ${showDay(uncovered)}`)).toBeVisible()
  await checkPage(page)
})

test('staff attaches a scan, services a car and records what it cost, and finds what is due in a list', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const token = await firstAdminToken()
  const { data } = await call('GET /api/car/list', { query: { search: 'Toyota Passo' } })
  const [car] = data
  if (!car) throw new Error('The demo fleet has no Toyota Passo.')
  const today = nairobiDay(new Date())
  const number = 'RSL 4475'
  const body = {
    kind: 'road',
    number,
    issuer: 'NTSA',
    validFrom: addDays(today, -350),
    validUntil: addDays(today, 2),
  } as const
  await call('POST /api/admin/car/:carId/documents', { params: { carId: car._id }, body }, { token })
  atEnd(() => withdrawDocuments(car._id, number))

  await openAs(page, { token }, '/admin')
  await page.getByRole('link', { name: /Car documents and services/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Documents and services due' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Service, Mazda Demio' })).toContainText(/Service (in|due)/)
  const line = page.getByRole('row', { name: 'Road service licence, Toyota Passo' })
  await expect(line).toContainText('Expires in 2 days')
  await checkPage(page)
  await line.getByRole('link', { name: 'Toyota Passo' }).click()

  await page.getByRole('button', { name: `Attach scan to document ${number}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Attach scan' }).click()
  await expect(dialog.getByText('Choose a photo or PDF.')).toBeVisible()
  await dialog.locator('input[type="file"]').setInputFiles(await photo(0))
  await expect(dialog.getByText('car-0.jpg')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Attach scan' }).click()
  await expect(page.getByText('Scan attached')).toBeVisible()
  await page.getByRole('button', { name: `Open scan: Road service licence ${number}` }).click()
  await expect(dialog.getByRole('img', { name: `Road service licence ${number}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Service', exact: true }).click()
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
  await expect(page.getByText('Service saved')).toBeVisible()
  await expect(page.getByText('At 99,500 km or on')).toBeVisible()
  await checkPage(page)

  await page.getByRole('link', { name: 'Costs', exact: true }).click()
  await expect(page.getByText('Ksh 8,765')).toBeVisible()
  await page.getByRole('button', { name: 'Add cost' }).click()
  await dialog.getByLabel('Kind of cost').selectOption({ label: 'Tyres' })
  await dialog.getByLabel('Amount (Ksh)').fill('4,321')
  await dialog.locator('input[type="file"]').setInputFiles(await photo(1))
  await expect(dialog.getByText('car-1.jpg')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Save cost' }).click()
  await expect(page.getByText('Cost saved')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the cost: Tyres, Ksh 4,321' }).click()
  await dialog.getByRole('button', { name: 'Entered twice' }).click()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Cost withdrawn')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await checkPage(page)
  await openAs(page, { token }, '/admin/fleet/due')
  await expect(page.getByRole('link', { name: 'Mazda Demio' })).toBeVisible()
  await checkPage(page)
})

test('staff gives another program the calendar of a car, and has another calendar block it', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const token = await firstAdminToken()
  const { data } = await call('GET /api/car/list', { query: { search: 'Nissan Note' } })
  const [car] = data
  if (!car) throw new Error('The demo fleet has no Nissan Note.')
  atEnd(() => removeSharedCalendars(car._id))
  await openAs(page, { token }, `/admin/fleet/${car._id}`)
  await page.getByRole('link', { name: 'Calendars' }).click()
  await expect(page.getByText('No address has been created yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create address' }).click()
  const creating = page.getByRole('dialog', { name: 'Create address' })
  await creating.getByRole('button', { name: 'Create address' }).click()
  await expect(creating.getByText('Enter a name')).toBeVisible()
  await checkPage(page)
  await creating.getByLabel('Name').fill('Google Calendar')
  await creating.getByRole('button', { name: 'Create address' }).click()
  const created = page.getByRole('dialog', { name: 'Address for Google Calendar' })
  const address = await created.getByLabel('Calendar address').inputValue()
  await checkPage(page)
  await created.getByRole('button', { name: 'Done' }).click()
  const { pathname } = new URL(address)
  const asAProgram = () => fetch(new URL(pathname, marketAddress))
  const answer = await asAProgram()
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)

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
  await page.getByRole('button', { name: 'Read now: Another fleet' }).click()
  await expect(page.getByText('Calendar asked again')).toBeVisible()

  await page.goto('/admin/calendar')
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('link', { name: car.name })).toBeVisible()
  await checkPage(page)
  await page.setViewportSize(desktopSize)
  await checkPage(page)
  await page.getByRole('button', { name: 'Revoke: Google Calendar' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke the address Google Calendar?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Address revoked')).toBeVisible()
  expect((await asAProgram()).status).toBe(404)
  await page.getByRole('button', { name: 'Remove: Another fleet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Calendar removed')).toBeVisible()
  await expect(page.getByText('No calendar of another program is read yet.')).toBeVisible()
})

test('an admin adds a price rule for weekends, sees it in the calendar, and removes it', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const name = 'Weekend of the Alto'
  atEnd(() => removePriceRules(name))
  const { data } = await call('GET /api/car/list', { query: { search: 'Suzuki Alto' } })
  const [car] = data
  if (!car) throw new Error('The demo fleet has no Suzuki Alto.')
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
  const wish = 'HDMI cable, 3 m'
  const token = await firstAdminToken()
  await openAs(page, { token }, '/admin/catalogue?search=HDMI')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await checkPage(page)
  const before = await productNamed(wish)
  const shelf = page.getByLabel(`In stock: ${wish}`)
  await shelf.fill(String(Number(await shelf.inputValue()) + 5))
  await page.getByRole('row', { name: wish }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Stock of ${wish} saved`)).toBeVisible()
  expect((await productNamed(wish)).stock).toBe(before.stock + 5)
})

test('an admin changes what a plan and cancelling cost, and every page says so at once', async ({
  page,
  browser,
  checkPage,
  atEnd,
}) => {
  const before = await settingsNow()
  atEnd(() => restoreSettings(before))
  const token = await firstAdminToken()
  await openAs(page, { token }, '/admin/settings')
  await expect(page.getByRole('heading', { name: 'Cancelling a rental' })).toBeVisible()
  await checkPage(page)
  const save = async (plan: string, hours: string) => {
    await page.getByLabel('3 months (Ksh)').fill(plan)
    await page.getByLabel('Free cancellation until (hours before pickup)').fill(hours)
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/admin/settings'),
    )
    await page.getByRole('button', { name: 'Save settings' }).click()
    expect((await saved).status()).toBe(200)
    await expect(page.getByText('Settings saved').last()).toBeVisible()
  }
  const termsSay = async (...words: string[]) => {
    const html = await (await fetch(`${marketAddress}/terms`)).text()
    for (const word of words) expect(html).toContain(word)
  }
  await termsSay('3 months: Ksh 4,500', 'Until 24 hours before pickup')
  await page.getByLabel('3 months (Ksh)').fill('1900')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('A longer plan costs more than a shorter one')).toBeVisible()
  await checkPage(page)
  await save('4800', '8')
  await expect(
    page.getByText(
      'A rental of 5 days for Ksh 22,500, cancelled 7 hours before pickup: the cancellation fee is Ksh 4,500.',
    ),
  ).toBeVisible()

  const seller = await (await browser.newContext()).newPage()
  await open(seller, '/sell')
  await expect(seller.getByLabel(/3 months/)).toHaveAccessibleName(/Ksh 4,800/)
  await termsSay('3 months: Ksh 4,800', 'Until 8 hours before pickup')
  await save('4500', '24')
  await termsSay('3 months: Ksh 4,500', 'Until 24 hours before pickup')
})
