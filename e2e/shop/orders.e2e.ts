import { expect } from '@playwright/test'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import {
  fillCartOf,
  fillDelivery,
  inCartOf,
  openFilledCart,
  orderByApi,
  ordersOf,
  productNamed,
  withOlderPrice,
} from '../support/orders.ts'
import { catchChats } from '../support/page-errors.ts'
import { letPhoneBeAskedAgain } from '../support/past-days.ts'
import { newcomer, newPerson, openAs, signInInPopup, signUpInPopup } from '../support/people.ts'

test('a visitor changes a cart, signs up at its end, and finds it again at the check-out', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  await openFilledCart(page, { 'HDMI cable, 3 m': 2, 'SanDisk 64 GB flash disk': 1 })
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'One more: SanDisk 64 GB flash disk' }).click()
  await expect(main.getByText('Ksh 3,400').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart , 4 items' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Proceed To Check-Out' })).toBeDisabled()
  await checkPage(page, 'filled')
  await main.getByRole('link', { name: 'Place your order here' }).click()
  const prompt = page.getByRole('dialog', { name: 'To Proceed, you need to Login' })
  await expect(prompt).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await checkPage(page)
  await prompt.getByRole('button', { name: 'Create an account' }).click()
  await signUpInPopup(page, newcomer())
  await expect(page).toHaveURL('/placeorder')
  await expect(page.getByRole('heading', { name: 'Delivery Information' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Njeri')
  await expect(page.getByRole('link', { name: 'Cart , 4 items' })).toBeVisible()
})

test('an order without a street is refused at its field, and then placed', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  await fillCartOf(person, { 'HDMI cable, 3 m': 2 })
  await openAs(page, person, '/order')
  const pay = page.getByRole('main').getByRole('button', { name: 'Lipa na Mpesa' })
  await pay.click()
  await expect(page.getByText('Please enter your street or estate')).toBeVisible()
  await expect(page.getByLabel('Street or estate')).toBeFocused()
  await checkPage(page)
  await fillDelivery(page, person)
  await pay.click()
  await expect(page).toHaveURL(/\/placeorder\?orderId=/)
  await expect(page.getByRole('main').getByRole('heading', { name: /^Order ORD\d+$/ })).toBeVisible()
})

test('a request cancelled on the phone is sent again, and the paid order has a receipt', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const person = await newPerson()
  const placed = await orderByApi(person, { 'HDMI cable, 3 m': 2, 'SanDisk 64 GB flash disk': 2 })
  await openAs(page, person, `/placeorder?orderId=${placed._id}`)
  await page.getByRole('region', { name: 'Demo phone' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled the request.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try again in 0:\d\d$/ })).toBeDisabled()
  await checkPage(page, 'declined')
  await letPhoneBeAskedAgain(placed._id)
  await page.reload()
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  const { promise: seen, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route('**/api/order/verify', async (route) => {
    await seen
    await route.continue()
  })
  await payOnDemoPhone(page)
  await expect(page).toHaveURL(/\/verify\?success=true&orderId=/)
  await expect(page.getByText('Checking your payment').last()).toBeVisible()
  await checkPage(page)
  answerNow()

  await expect(page).toHaveURL('/myorders')
  const order = page.getByRole('article', { name: /^Order ORD/ })
  await expect(order).toContainText('Ksh 3,400')
  await expect(order.getByRole('listitem').filter({ hasText: 'Paid' })).toBeVisible()
  await checkPage(page, 'with a paid order')
  await page.evaluate(() => {
    window.print = () => {
      document.title = document.querySelector('.print-sheet')?.textContent ?? ''
    }
  })
  await order.getByRole('button', { name: 'Print receipt' }).click()
  await expect(page).toHaveTitle(/Receipt\d+.*ORD\d+.*2 × HDMI cable, 3 m/)
  await order.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('link', { name: 'Cart , 4 items' })).toBeVisible()
})

test('an order by WhatsApp is saved before the chat opens, and leaves an empty cart', {
  tag: '@phone-only',
}, async ({ page, context, checkPage }) => {
  const chats = await catchChats(context)
  await openFilledCart(page, { 'Logitech M185 wireless mouse': 2, 'HDMI cable, 3 m': 1 })
  await page.getByLabel('Promo code').fill('KARIBU')
  await page.getByRole('button', { name: 'Redeem' }).click()
  const chat = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Order via WhatsApp' }).click()
  await expect(await chat).toHaveURL(/^https:\/\/wa\.me\//)
  await (await chat).close()
  await expect(page).toHaveURL('/')
  expect(chats[0]?.searchParams.get('text')).toMatch(
    /^Order ORD\d+\n2 x Logitech M185 wireless mouse at Ksh 1,600 = Ksh 3,200\n1 x HDMI cable, 3 m at Ksh 750 = Ksh 750\nTotal: Ksh 3,950$/,
  )
  await open(page, '/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await checkPage(page, 'empty')
})

test('an order needs a token and something in the cart', async ({ page }) => {
  for (const path of ['/order', '/placeorder']) {
    await page.goto(path)
    await expect(page.getByRole('dialog', { name: 'To Proceed, you need to Login' })).toBeVisible()
    await expect(page).toHaveURL('/cart')
  }
  await openAs(page, await newPerson(), '/order')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('an order is nobody else’s', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 404.*\/api\/order\/get/)
  const { _id } = await orderByApi(await newPerson(), { 'SanDisk 64 GB flash disk': 1 })
  await openAs(page, await newPerson(), `/placeorder?orderId=${_id}`)
  await expect(page.getByText('Order not found')).toBeVisible()
  await checkPage(page, 'of somebody else')
  for (const orderId of [_id, 'nobody’s']) {
    await page.goto(`/verify?success=false&orderId=${encodeURIComponent(orderId)}`)
    await expect(page).toHaveURL('/')
  }
  await open(page, '/myorders')
  await expect(page.getByText('No orders found')).toBeVisible()
  await checkPage(page, 'without orders')
})

test('an order that is not paid yet is cancelled', async ({ page, checkPage }) => {
  const owner = await newPerson()
  const placed = await orderByApi(owner, { 'SanDisk 64 GB flash disk': 1 })
  await openAs(page, owner, '/myorders')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('article', { name: `Order ${placed.number}` })).toContainText(
    'Cancelled by customer',
  )
  expect((await ordersOf(owner))[0]?.status).toBe('cancelled')
})

test('a cart is the same in every tab, and no tap is lost among many at once', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await newPerson()
  const mouse = await productNamed('Logitech M185 wireless mouse')
  await fillCartOf(person, { [mouse.name]: 1 })
  await openFilledCart(page, { [mouse.name]: 2 })
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await signInInPopup(page, person)
  await expect(page.getByRole('link', { name: 'Cart , 3 items' })).toBeVisible()
  const other = await context.newPage()
  await open(other, '/cart')
  await expect(other.getByRole('link', { name: 'Cart , 3 items' })).toBeVisible()

  const { token } = person
  const add = () => call('POST /api/cart/add', { body: { itemId: mouse._id } }, { token })
  const tapFive = async (tab: typeof page) => {
    for (let taps = 0; taps < 5; taps++) await tab.getByRole('button', { name: /^One more/ }).click()
  }
  await Promise.all([tapFive(page), tapFive(other), ...Array.from({ length: 10 }, add)])
  await expect.poll(() => inCartOf(person, mouse)).toBe(23)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Cart , 23 items' })).toBeVisible()
  }
  await context.setOffline(true)
  await page.getByRole('button', { name: /^One more/ }).click()
  await expect(page.getByText('Error connecting to server')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart , 23 items' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: `Remove ${mouse.name}` }).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})

test('a price that changed meanwhile is asked about, and an order lost on the way is placed once', async ({
  page,
  context,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409.*\/api\/order\/place/, /ERR_INTERNET_DISCONNECTED/)
  const person = await newPerson()
  const mount = await productNamed('Magnetic phone mount')
  await fillCartOf(person, { [mount.name]: 2 })
  const shop = await withOlderPrice(page, mount, 1050)
  await openAs(page, person, '/placeorder')
  await fillDelivery(page, person)
  await shop.news()
  await page.getByRole('button', { name: 'Lipa na Mpesa' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It was Ksh 2,100 and is now Ksh 2,400.')
  await checkPage(page)
  await question.getByRole('button', { name: 'Not now' }).click()
  expect(await ordersOf(person)).toEqual([])
  await expect(page.getByText('Ksh 2,400').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Lipa na Mpesa' }).click()
  await expect(page.getByText('Error placing order')).toBeVisible()
  await expect(page.getByText('Error connecting to server')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Lipa na Mpesa' }).dblclick()
  await expect(page).toHaveURL(/\/placeorder\?orderId=/)
  expect(await ordersOf(person)).toHaveLength(1)
})
