import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { delivery, productNamed } from '../support/orders.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { desktopSize } from '../support/screen-sizes.ts'

test('an order is paid, packed, sent with a note and delivered on a phone', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const customer = await newPerson('Wairimu Njoroge')
  const { _id } = await productNamed('HDMI cable, 3 m')
  const items = [{ _id, quantity: 1 }]
  const body = { address: delivery(customer), items, channel: 'whatsapp' as const }
  const { orderId } = await call('POST /api/order/place', { body }, customer)
  const { data: account } = await call('GET /api/user/me', {}, customer)
  const staff = { token: await firstAdminToken() }
  await openAs(page, staff, `/admin/orders?queue=unpaid&accountId=${account._id}`)
  await expect(page.getByRole('button', { name: 'Remove filter: Account: Wairimu Njoroge' })).toBeVisible()
  await checkPage(page)
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').tap()
  await expect(page.getByRole('heading', { level: 1, name: /^ORD/ })).toBeVisible()
  await checkPage(page)
  const move = async (button: string, note: string) => {
    await page.getByRole('button', { name: button }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').last().fill(note)
    if (button === 'Record payment') await dialog.getByLabel('How it was paid').selectOption('cash')
    if (note) await checkPage(page)
    await dialog.getByRole('button', { name: button }).tap()
    await expect(dialog).toBeHidden()
  }
  await move('Record payment', 'Cash at the office')
  await move('Start packing', '')
  await move('Mark as sent', 'By rider, today before 18:00')
  await move('Mark as delivered', 'Handed to her')
  await expect(page.getByText('By rider, today before 18:00').first()).toBeVisible()
  await checkPage(page, 'delivered')
  await page.setViewportSize(desktopSize)
  await checkPage(page, 'delivered')
  const { data } = await call('GET /api/order/get/:orderId', { params: { orderId } }, customer)
  expect(data).toMatchObject({ status: 'delivered', dispatchNote: 'By rider, today before 18:00' })
})

test('a sale at the counter is a product, its pieces, how it was paid, and done; it is put right afterwards', async ({
  page,
  checkPage,
}) => {
  const { name } = await productNamed('Magnetic phone mount')
  const staff = { token: await firstAdminToken() }
  await openAs(page, staff, '/admin/orders')
  await page.getByRole('link', { name: 'Sell at the counter' }).click()
  // The list of orders, which stays until the page is loaded, has a search field too.
  await expect(page.getByRole('heading', { level: 1, name: 'Sell at the counter' })).toBeVisible()
  await page.getByRole('searchbox').fill(name)
  const product = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await product.click()
  await product.click()
  await page.getByRole('radio', { name: 'Cash' }).check()
  await checkPage(page)
  await page.getByRole('button', { name: 'Sell for' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^ORD/ })).toBeVisible()
  await checkPage(page, 'sold at the counter')
  await page.getByRole('button', { name: 'Take pieces off' }).click()
  const dialog = page.getByRole('dialog')
  await checkPage(page)
  await dialog.getByLabel('What became of the pieces?').selectOption('damaged')
  await dialog.getByLabel('Reason').fill('It was broken')
  await dialog.getByRole('button', { name: 'Take pieces off' }).click()
  await expect(page.getByText('Taken off: 1 × Magnetic phone mount (Damaged)')).toBeVisible()
  await page.getByRole('button', { name: 'Add name and address' }).click()
  await dialog.getByLabel('First name').fill('Akinyi')
  await dialog.getByLabel('Phone').fill('0712 345 678')
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Akinyi').first()).toBeVisible()
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await dialog.getByRole('button', { name: 'Brought back unused, in its box' }).click()
  await dialog.getByRole('button', { name: 'Take back', exact: true }).click()
  await page.getByRole('button', { name: 'Take back the last step' }).click()
  await checkPage(page)
  await dialog.getByLabel('Reason').fill('The wrong order')
  await dialog.getByRole('button', { name: 'Take back the last step' }).click()
  await expect(page.getByText('Not brought back after all')).toBeVisible()
  await page.evaluate(() => {
    window.print = () => {
      document.title = document.querySelector('.print-sheet')?.textContent ?? ''
    }
  })
  await page.getByRole('button', { name: 'Print receipt' }).click()
  await expect(page).toHaveTitle(/Receipt\d+.*Sold by.*1 × Magnetic phone mount/)
})
