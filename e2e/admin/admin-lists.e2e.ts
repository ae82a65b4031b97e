import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { delivery, productNamed } from '../support/orders.ts'
import { firstAdminToken, newPerson, newStaff, openAs, type Person } from '../support/people.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'

test('several orders are moved at once, one that somebody else has moved says why it was not, and the list is kept as a view', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const customer = await newPerson('Barasa Wekesa')
  const orderIds = [await paidOrder(customer), await paidOrder(customer)]
  // Saved views are each person's own.
  await openAs(page, await newStaff(), `/admin/orders?queue=pack&search=${customer.email}`)
  const orders = page.getByRole('table', { name: 'Orders' }).getByRole('rowheader')
  await expect(orders).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Actions on the selected rows' })
  await expect(bar).toContainText('2 selected')
  await checkPage(page)
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await page.setViewportSize(desktopSize)
  await move(orderIds[0], 'callOff', 'The customer called')
  await bar.getByRole('button', { name: 'Start packing' }).click()
  await expect(bar).toContainText('1 done, 1 refused:')
  await checkPage(page, 'one refused')

  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name of the view')).toBeFocused()
  await checkPage(page)
  await dialog.getByLabel('Name of the view').fill('To pack for Barasa')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/admin/orders?queue=all')
  await page
    .getByRole('list', { name: 'Saved views' })
    .getByRole('link', { name: 'To pack for Barasa' })
    .click()
  await expect(page).toHaveURL(/\?search=/)
  await expect(page.getByRole('button', { name: 'Remove the view To pack for Barasa' })).toBeVisible()
  await checkPage(page, 'with a view')
})

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
  const paid = name === 'pay' ? ({ paidBy: 'cash' } as const) : {}
  await call('POST /api/admin/order/:orderId/move', { params, body: { move: name, note, ...paid } }, admin)
}
