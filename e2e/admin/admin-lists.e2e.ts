import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { delivery, productNamed } from '../support/orders.ts'
import { firstAdminToken, newPerson, newStaff, openAs, type Person } from '../support/people.ts'

test('a filtered list is saved as a view, opened from another one, shared and removed', async ({
  page,
  context,
  checkPage,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const customer = await newPerson('Akinyi Odera')
  await paidOrder(customer)
  // Saved views are each person's own.
  const staff = await newStaff()
  const address = `/admin/orders?search=${encodeURIComponent(customer.email)}`
  await openAs(page, staff, address)
  await expect(ordersOn(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name of the view')).toBeFocused()
  await checkPage(page)
  await dialog.getByLabel('Name of the view').fill('To pack for Akinyi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const view = page
    .getByRole('list', { name: 'Saved views' })
    .getByRole('link', { name: 'To pack for Akinyi' })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await checkPage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(marketAddress + address)

  await openAs(page, staff, '/admin/orders?queue=all')
  await expect(view).not.toHaveAttribute('aria-current')
  await page.setViewportSize({ width: 360, height: 740 })
  await checkPage(page)
  await view.click()
  await expect(ordersOn(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove the view To pack for Akinyi' }).click()
  await expect(view).toBeHidden()
})

test('several orders are moved at once, and one that somebody else has moved says why it was not', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  const customer = await newPerson('Barasa Wekesa')
  const orderIds = [await paidOrder(customer), await paidOrder(customer), await paidOrder(customer)]
  await openAs(page, await newStaff(), `/admin/orders?queue=pack&search=${customer.email}`)
  await expect(ordersOn(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Actions on the selected rows' })
  await expect(bar).toContainText('3 selected')
  await checkPage(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await checkPage(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await move(orderIds[0], 'callOff', 'The customer called')
  pageErrors.expect(/status of 409/)
  await bar.getByRole('button', { name: 'Start packing' }).click()
  await expect(bar).toContainText('2 done, 1 refused:')
  await checkPage(page)
  const { data } = await call('POST /api/order/userorders', { body: {} }, customer)
  expect(data.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'processing', 'processing'])
  await bar.getByRole('button', { name: 'Close' }).click()
  await expect(bar).toBeHidden()
})

const ordersOn = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('rowheader')

async function paidOrder(customer: Person): Promise<string> {
  const { _id } = await productNamed('HDMI cable, 3 m')
  const items = [{ _id, quantity: 1 }]
  const body = { address: delivery(customer), items, channel: 'whatsapp' as const }
  const { orderId } = await call('POST /api/order/place', { body }, customer)
  await move(orderId, 'pay', 'Cash at the office')
  return orderId
}

async function move(orderId: string | undefined, name: 'pay' | 'callOff', note: string) {
  const admin = { token: await firstAdminToken() }
  const params = { orderId: orderId ?? '' }
  await call('POST /api/admin/order/:orderId/move', { params, body: { move: name, note } }, admin)
}
