import { expect } from '@playwright/test'
import type { Order } from '@twende/contract/shop/order.ts'
import { photoBlob } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { mailbox } from '../support/mails.ts'
import { call } from '../support/market.ts'
import { delivery, ordersOf } from '../support/orders.ts'
import { newMpesaCode, payAtPaybill, waitUntilUnmatched } from '../support/paybill.ts'
import { newStaff, newSwahiliPerson, openAs, type Person } from '../support/people.ts'
import { postForm } from '../support/post-form.ts'
import { phoneSize } from '../support/screen-sizes.ts'

async function newestOrder(customer: Person): Promise<Order> {
  const [newest] = await ordersOf(customer)
  if (!newest) throw new Error('Nothing was ordered.')
  return newest
}

/** An order of two pieces at Ksh 1,000 that waits for its money. */
async function orderTwo(customer: Person, productId: string): Promise<Order> {
  const items = [{ _id: productId, quantity: 2 }]
  const body = { address: delivery(customer), items, channel: 'whatsapp' as const }
  await call('POST /api/order/place', { body }, customer)
  return newestOrder(customer)
}

test('a shopkeeper’s day: a counted shelf, money in parts, too much and too late, a lost parcel, its refund, and the figures', async ({
  page,
  checkPage,
}) => {
  const clerk = await newStaff('Mercy Duka')
  const customer = await newSwahiliPerson('Njeri Wambua')
  const post = mailbox(customer)
  const name = `Taa ya kazi ${newMpesaCode()}`
  const { _id } = await postForm('/api/admin/products', clerk.token, {
    name,
    description: 'Taa ya LED.',
    category: 'Car Gear',
    price: '1000',
    onHand: '5',
    image1: photoBlob(),
  })
  await openAs(page, clerk, `/admin/catalogue?search=${encodeURIComponent(name)}`)
  const stock = page.getByRole('row', { name }).getByLabel('In stock')
  await stock.fill('4')
  await stock.press('Enter')
  await expect(page.getByText(`Stock of ${name} saved`)).toBeVisible()

  // A part, then the rest and 200 more, at which staff looks.
  const order = await orderTwo(customer, _id)
  const { number } = order
  await post.expectMail(`Tumepokea oda yako ${number}`, [
    'Jumla yake ni Ksh 2,000.',
    'Tunakuwekea bidhaa zote',
  ])
  await payAtPaybill({ amount: 500, reference: number.toLowerCase() })
  await post.expectMail('Tumepokea Ksh 500', ['Zimebaki Ksh 1,500 za kulipa.'])
  expect(await newestOrder(customer)).toMatchObject({ status: 'pending', paid: 500 })
  const code = await payAtPaybill({ amount: 1_700, reference: number })
  await post.expectMail('Tumepokea Ksh 1,700', ['Tunakagua malipo haya', 'Huhitaji kulipa tena'])
  const dialog = page.getByRole('dialog')
  await page.goto(`/admin/payments?queue=all&search=${code}`)
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await dialog.getByRole('textbox').last().fill('The customer added 200')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(dialog).toBeHidden()
  await post.expectMail(`Oda ${number} imelipwa`, ['Tumepokea Ksh 2,000 kwa oda'])
  await post.expectMail(/200/, ['ni zaidi ya bei yake', 'Tutarejesha Ksh 200'])
  expect(await newestOrder(customer)).toMatchObject({ status: 'paid', paid: 2_000, refundDue: 200 })

  // Money for an order that its customer had cancelled goes back.
  const late = await orderTwo(customer, _id)
  await post.expectMail(`Tumepokea oda yako ${late.number}`)
  await call('POST /api/order/cancel', { body: { orderId: late._id } }, customer)
  await post.expectMail(`Oda ${late.number} imeghairiwa`)
  const lateCode = await payAtPaybill({ amount: 2_000, reference: late.number })
  await waitUntilUnmatched(lateCode, clerk)
  await page.goto(`/admin/payments?queue=unmatched&search=${lateCode}`)
  await expect(page.getByText(`Its payer typed ${late.number}`)).toBeVisible()
  await post.expectNoOther()

  // The parcel is lost on the way.
  await page.goto(`/admin/orders/${order._id}`)
  for (const [button, note] of [
    ['Start packing', ''],
    ['Mark as sent', 'Kwa boda boda'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await dialog.getByRole('textbox').last().fill(note)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
  await post.expectMail(`Oda ${number} iko njiani`, ['Kwa boda boda'])
  await page.getByRole('button', { name: 'Did not arrive' }).click()
  await dialog.getByLabel('Cancel the order and give the money back').check()
  await dialog.getByRole('combobox').last().selectOption('missing')
  await dialog.getByRole('textbox').last().fill('Kifurushi kilipotea njiani')
  await checkPage(page)
  await dialog.getByRole('button').last().click()
  await expect(dialog).toBeHidden()
  await post.expectMail(`Oda ${number} imeghairiwa`, ['Kifurushi kilipotea njiani', 'Ksh 2,000'])

  await page.goto(`/admin/refunds?search=${number}`)
  const row = page.getByRole('table', { name: 'Refunds' }).locator('tbody').getByRole('row').first()
  await row.getByRole('button', { name: 'Mark as sent' }).click()
  await dialog.getByLabel('How it was sent').selectOption('cash')
  await dialog.getByLabel('Note').fill('Taslimu dukani')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog).toBeHidden()
  await post.expectMail(/ORD/, ['Ksh 200', number, 'Taslimu dukani'])
  await post.expectNoOther()
  await page.goto('/admin/shop-report')
  const figures = page.getByRole('row', { name }).getByRole('cell')
  // Nothing was sold in the end, and two of four pieces are missing.
  await expect(figures).toHaveText([/0$/, /Ksh 0$/, /2$/, /Ksh 2,000$/])

  await page.setViewportSize(phoneSize)
  await openAs(page, customer, '/sw/myorders')
  await expect(page.getByRole('article', { name: number })).toContainText('Ksh 2,000 zitarudishwa kwako.')
  await checkPage(page, 'with a lost parcel')
})
