import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { call } from './market.ts'
import { open } from './open.ts'
import { fillCartOf, productNamed } from './orders.ts'
import { keeperToken, newPerson, openAs } from './people.ts'
import { addPhotos, photo } from './sell-form.ts'

test('staff adds a car that everybody sees at once, and of two who change it one is told', async ({
  page,
  browser,
  trouble,
  lookOver,
}) => {
  trouble.expect(/status of 404.*\/admin/)
  trouble.expect(/status of 409/)
  const token = await keeperToken()
  const name = 'Peugeot 404 Safari'
  await openAs(page, { token }, '/admin/fleet')
  await expect(page.getByRole('heading', { level: 1, name: 'Fleet' })).toBeVisible()
  await lookOver(page)
  await page.getByRole('link', { name: 'Add a car' }).click()
  await addPhotos(page, [await photo(0), await photo(1)])
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Where it stands').selectOption({ index: 1 })
  await page.getByLabel('Price a day').fill('6,000')
  await page.getByLabel('Deposit').fill('20000')
  await page.getByLabel('Description').fill('An old friend of the bush roads.')
  await lookOver(page)
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(page.getByText('Car added')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await open(visitor, `/rent?search=${encodeURIComponent(name)}`)
  await expect(visitor.getByText(name).first()).toBeVisible()

  await openAs(page, { token }, `/admin/fleet?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByLabel('Price a day').fill('6500')
  const other = await (await browser.newContext()).newPage()
  await openAs(other, { token }, new URL(page.url()).pathname)
  await other.getByLabel('Deposit').fill('25000')
  await other.getByRole('button', { name: 'Save car' }).click()
  await expect(other.getByText('Car updated')).toBeVisible()
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Someone else changed this.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Deposit')).toHaveValue('25000')
  await expect(page.getByLabel('Price a day')).toHaveValue('6500')
  await page.getByRole('button', { name: 'Save car' }).click()
  await expect(page.getByText('Car updated')).toBeVisible()
  const { data } = await call('GET /api/car/list', { query: { search: name } })
  expect(data[0]).toMatchObject({ name, price: 6_500, deposit: 25_000 })
})

test('an order is packed, sent with a note and delivered, and its customer can follow it', async ({
  page,
  trouble,
  lookOver,
}) => {
  trouble.expect(/status of 404.*\/admin/)
  const customer = await newPerson('Wairimu Njoroge')
  const wish = 'HDMI cable, 3 m'
  const { _id } = await productNamed(wish)
  await fillCartOf(customer, { [wish]: 1 })
  const address = {
    firstName: 'Wairimu',
    lastName: 'Njoroge',
    email: customer.email,
    street: 'Ngong Road 4',
    city: 'Nairobi',
    state: 'Nairobi',
    zipcode: '00100',
    country: 'Kenya',
    phone: customer.phone,
  }
  const body = { address, items: [{ _id, quantity: 1 }], channel: 'whatsapp' as const }
  const placed = await call('POST /api/order/place', { body }, customer)
  const token = await keeperToken()
  await openAs(page, { token }, `/admin/orders/${placed.orderId}`)
  await expect(page.getByRole('heading', { level: 1, name: /^ORD/ })).toBeVisible()
  await lookOver(page)
  const move = async (button: string, note: string) => {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').last().fill(note)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
  await move('Note a payment', 'Cash at the office')
  await move('Start packing', '')
  await move('Mark as sent', 'By rider, today before 18:00')
  await move('Mark as delivered', 'Handed to her')
  await expect(page.getByText('By rider, today before 18:00').first()).toBeVisible()
  await lookOver(page)
  const { data } = await call(
    'GET /api/order/get/:orderId',
    { params: { orderId: placed.orderId } },
    customer,
  )
  expect(data).toMatchObject({ status: 'delivered', dispatchNote: 'By rider, today before 18:00' })

  await openAs(page, { token }, '/admin/catalogue?search=HDMI')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await lookOver(page)
  const before = await productNamed(wish)
  const shelf = page.getByLabel(`On the shelf: ${wish}`)
  await shelf.fill(String(Number(await shelf.inputValue()) + 5))
  await page.getByRole('article', { name: wish }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${wish}: stock updated`)).toBeVisible()
  expect((await productNamed(wish)).stock).toBe(before.stock + 5)
})
