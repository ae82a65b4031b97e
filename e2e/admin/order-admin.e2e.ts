import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { delivery, fillCartOf, productNamed } from '../support/orders.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'

test('an order is packed, sent with a note and delivered on a phone, and its customer can follow it', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const customer = await newPerson('Wairimu Njoroge')
  const wish = 'HDMI cable, 3 m'
  const { _id } = await productNamed(wish)
  await fillCartOf(customer, { [wish]: 1 })
  const items = [{ _id, quantity: 1 }]
  const body = { address: delivery(customer), items, channel: 'whatsapp' as const }
  const { orderId } = await call('POST /api/order/place', { body }, customer)
  await openAs(
    page,
    { token: await firstAdminToken() },
    `/admin/orders?queue=unpaid&search=${customer.email}`,
  )
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').tap()
  await expect(page.getByRole('heading', { level: 1, name: /^ORD/ })).toBeVisible()
  await checkPage(page)
  const move = async (button: string, note: string) => {
    await page.getByRole('button', { name: button }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').last().fill(note)
    await checkPage(page)
    await dialog.getByRole('button', { name: button }).tap()
    await expect(dialog).toBeHidden()
  }
  await move('Record payment', 'Cash at the office')
  await move('Start packing', '')
  await move('Mark as sent', 'By rider, today before 18:00')
  await move('Mark as delivered', 'Handed to her')
  await expect(page.getByText('By rider, today before 18:00').first()).toBeVisible()
  await checkPage(page)
  const { data } = await call('GET /api/order/get/:orderId', { params: { orderId } }, customer)
  expect(data).toMatchObject({ status: 'delivered', dispatchNote: 'By rider, today before 18:00' })
})

test('one person’s orders, and the forms that no other journey fills in', async ({ page, checkPage }) => {
  const customer = await newPerson('Kwamboka Nyaboke')
  const { _id } = await productNamed('HDMI cable, 3 m')
  const body = {
    address: delivery(customer),
    items: [{ _id, quantity: 1 }],
    channel: 'whatsapp' as const,
  }
  const { orderId } = await call('POST /api/order/place', { body }, customer)
  const { data: account } = await call('GET /api/user/me', {}, customer)
  const staff = { token: await firstAdminToken() }
  await openAs(page, staff, `/admin/people/${account._id}`)
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page.getByRole('button', { name: 'Remove filter: Account: Kwamboka Nyaboke' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('rowheader')).toHaveCount(1)
  await checkPage(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${orderId}`))
  await expect(page.getByRole('heading', { level: 1, name: /^ORD/ })).toBeVisible()
  await checkPage(page)
  const looks = {
    '/admin/listings?queue=all&search=zzzzqq': 'Cars for sale',
    '/admin/catalogue/new': 'Add a product',
    [`/admin/catalogue/${_id}`]: 'HDMI cable, 3 m',
  }
  for (const [path, title] of Object.entries(looks)) {
    await openAs(page, staff, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await checkPage(page)
  }
})
