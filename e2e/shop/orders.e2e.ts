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
  ordersOf,
  productNamed,
  withOlderPrice,
} from '../support/orders.ts'
import { catchChats } from '../support/page-errors.ts'
import { newcomer, newPerson, openAs, signUpInPopup } from '../support/people.ts'

test('a visitor finds a product, fills a cart, signs up at its end, orders and pays', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  await open(page, '/shop?sort=price-low&page=2')
  const card = page.getByRole('article').nth(4)
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(card.getByRole('heading')).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)

  const cable = await productNamed('HDMI cable, 3 m')
  await open(page, `/product/${cable._id}`)
  await page.getByLabel('Quantity').fill('2')
  await page.getByLabel('Quantity').press('Enter')
  await checkPage(page)
  await page.getByRole('link', { name: 'View cart' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Cart Totals' })).toContainText('Ksh 1,500')
  await expect(main.getByRole('button', { name: 'Proceed To Check-Out' })).toBeDisabled()
  await checkPage(page, 'filled')
  await main.getByRole('link', { name: 'Place your order here' }).click()
  const prompt = page.getByRole('dialog', { name: 'To Proceed, you need to Login' })
  await expect(prompt).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await checkPage(page)
  await prompt.getByRole('button', { name: 'Create an account' }).click()
  const person = newcomer()
  await signUpInPopup(page, person)
  await expect(page).toHaveURL('/placeorder')
  await expect(page.getByLabel('First name')).toHaveValue('Njeri')
  await expect(page.getByRole('link', { name: 'Cart , 2 items' })).toBeVisible()

  await open(page, '/order')
  const pay = main.getByRole('button', { name: 'Lipa na Mpesa' })
  await pay.click()
  await expect(page.getByLabel('Street or estate')).toBeFocused()
  await checkPage(page)
  await fillDelivery(page, person)
  await pay.click()
  await expect(page).toHaveURL(/\/placeorder\?orderId=/)
  await expect(main.getByRole('heading', { name: /^Order ORD\d+$/ })).toBeVisible()
  const { promise: seen, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route('**/api/order/verify', async (route) => {
    await seen
    await route.continue()
  })
  await expect(page.getByRole('region', { name: 'Demo phone' }).getByLabel('M-Pesa PIN')).toBeVisible()
  await checkPage(page, 'to be paid')
  await payOnDemoPhone(page)
  await expect(page).toHaveURL(/\/verify\?success=true&orderId=/)
  await expect(page.getByText('Checking your payment').last()).toBeVisible()
  await checkPage(page)
  answerNow()

  await expect(page).toHaveURL('/myorders')
  const order = page.getByRole('article', { name: /^Order ORD/ })
  await expect(order).toContainText('Ksh 1,500')
  await expect(order.getByRole('listitem').filter({ hasText: 'Paid' })).toBeVisible()
  await checkPage(page, 'with a paid order')
  await order.getByRole('button', { name: 'Cancel order' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this order?' })
  await expect(question).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    window.print = () => {
      document.title = document.querySelector('.print-sheet')?.textContent ?? ''
    }
  })
  await order.getByRole('button', { name: 'Print receipt' }).click()
  await expect(page).toHaveTitle(/Receipt\d+.*ORD\d+.*2 × HDMI cable, 3 m/)
  await order.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('link', { name: 'Cart , 2 items' })).toBeVisible()
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

test('a cart is the same in every tab, and no tap is lost among many at once', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await newPerson()
  const mouse = await productNamed('Logitech M185 wireless mouse')
  await fillCartOf(person, { [mouse.name]: 3 })
  await openAs(page, person, '/cart')
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
