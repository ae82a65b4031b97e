import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { productNamed } from '../support/orders.ts'
import { catchChats } from '../support/page-errors.ts'

test('a kind of products is switched on by its picture, and off again', async ({ page, checkPage }) => {
  await open(page, '/shop')
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Our Products' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'All Collections' })).toBeVisible()
  await expect(cards(page)).toHaveCount(12)
  const carGear = page.getByRole('button', { name: 'Car Gear', exact: true })
  await expect(carGear).toHaveAttribute('aria-pressed', 'false')
  await carGear.click()
  await expect(page).toHaveURL('/shop?category=Car+Gear')
  await expect(carGear).toHaveAttribute('aria-pressed', 'true')
  const { data } = await call('GET /api/product/list', { query: { category: 'Car Gear' } })
  expect(data.length).toBeGreaterThan(2)
  await expect(cards(page).getByRole('heading')).toHaveText(data.map((product) => product.name))
  await checkPage(page, 'of one kind')
  await carGear.click()
  await expect(page).toHaveURL('/shop')
  await expect(cards(page)).toHaveCount(12)
})

test('a misspelt word, a price and an order live in the address, and Back restores the list and its place', async ({
  page,
}) => {
  await open(page, '/shop')
  await page.getByLabel('Search').fill('logitec')
  await expect(page).toHaveURL('/shop?search=logitec')
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove filter: “logitec”' }).click()
  await expect(page).toHaveURL('/shop')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByLabel('Lowest price').fill('1000')
  await filters.getByLabel('Only what is in stock').check()
  await page.getByLabel('Sort').selectOption('Price: low to high')
  await expect(page).toHaveURL('/shop?minPrice=1000&stock=in&sort=price-low')
  await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveText([
    'From Ksh 1,000',
    'In stock',
  ])
  await filters.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  const card = cards(page).nth(4)
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  await card.getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/&sort=price-low&page=2$/)
  await expect(cards(page).nth(4).getByRole('heading')).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('the counter of a card adds and removes, and what is sold out cannot be added', async ({
  page,
  checkPage,
}) => {
  await open(page, '/shop?search=K120')
  const keyboard = cards(page).filter({ hasText: 'Logitech K120 keyboard' })
  const counter = keyboard.getByRole('group', { name: 'How many of Logitech K120 keyboard' })
  await keyboard.getByRole('button', { name: 'Add To Cart: Logitech K120 keyboard' }).click()
  await expect(counter.getByRole('status')).toHaveText('1')
  await counter.getByRole('button', { name: 'One more: Logitech K120 keyboard' }).click()
  await expect(counter.getByRole('status')).toHaveText('2')
  await checkPage(page, 'with a counter')
  await page.reload()
  await awake(page)
  await expect(counter.getByRole('status')).toHaveText('2')
  const less = counter.getByRole('button', { name: 'One less: Logitech K120 keyboard' })
  await less.click()
  await less.click()
  await expect(counter).toBeHidden()
  await expect(keyboard.getByRole('button', { name: 'Add To Cart: Logitech K120 keyboard' })).toBeFocused()

  await open(page, '/shop?search=UPS')
  const gone = cards(page).filter({ hasText: 'APC Back-UPS 650 VA' })
  await expect(gone.getByRole('paragraph').filter({ hasText: 'Out of stock' })).toBeVisible()
  await expect(gone.getByRole('button', { name: 'Out of stock: APC Back-UPS 650 VA' })).toBeDisabled()
  await expect(gone.getByRole('button', { name: 'Buy With WhatsApp: APC Back-UPS 650 VA' })).toBeDisabled()
  await gone.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'APC Back-UPS 650 VA' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Out of stock' })).toBeDisabled()
  await expect(page.getByLabel('Quantity')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Ask when it is back' })).toHaveAttribute('href', /wa\.me/)
  await checkPage(page, 'out of stock')
})

test('the page of a product takes a quantity by Enter, and only a whole number from 0 on', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const mouse = await productNamed('Logitech M185 wireless mouse')
  await open(page, `/product/${mouse._id}`)
  await expect(page.getByRole('heading', { level: 1, name: mouse.name })).toBeVisible()
  const features = page.getByRole('region', { name: 'Features:' })
  await expect(features.getByRole('listitem').first()).toHaveText('Works up to ten metres away on 2.4 GHz')
  const thumbnails = page.getByRole('button', { name: /^Picture \d of 4$/ })
  await expect(thumbnails).toHaveCount(4)
  const inCart = () =>
    page.evaluate((id) => JSON.parse(localStorage.getItem('cart') ?? '{}').cartData?.[id] ?? 0, mouse._id)
  const quantity = page.getByLabel('Quantity')
  await quantity.fill('3')
  expect(await inCart()).toBe(0)
  await quantity.press('Enter')
  await expect.poll(inCart).toBe(3)
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible()
  await checkPage(page)
  for (const wrong of ['-1', '0.5', 'two', '']) {
    await quantity.fill(wrong)
    await quantity.press('Enter')
    await expect(page.getByText('Please enter a whole number, 0 or more')).toBeVisible()
    expect(await inCart()).toBe(3)
  }
  await checkPage(page)
  await quantity.press('Escape')
  await expect(quantity).toHaveValue('3')
  await page.getByRole('button', { name: `One more: ${mouse.name}` }).click()
  await expect(quantity).toHaveValue('4')
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(quantity).toHaveValue('5')
  await quantity.fill('0')
  await quantity.press('Enter')
  await expect.poll(inCart).toBe(0)
})

test('a product leads to others, and an unknown one is not found', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 404.*\/product\//)
  const mouse = await productNamed('Logitech M185 wireless mouse')
  await open(page, `/product/${mouse._id}`)
  await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: mouse.name })).toBeHidden()
  const answer = await page.goto('/product/01a1fdf4-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
  await awake(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
  await checkPage(page, 'not found')
  await page.getByRole('link', { name: 'Look around the shop' }).click()
  await expect(page).toHaveURL('/shop')
})

test('buying with WhatsApp saves an order and opens the chat that names it', async ({ page, context }) => {
  const chats = await catchChats(context)
  const mouse = await productNamed('Logitech M185 wireless mouse')
  await open(page, '/shop?search=M185')
  await page.getByRole('button', { name: `Buy With WhatsApp: ${mouse.name}` }).click()
  await expect(page.getByText(/^Order ORD\d+ is saved/)).toBeVisible()
  await expect.poll(() => chats.length).toBe(1)
  await open(page, `/product/${mouse._id}`)
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Quantity').press('Enter')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: `Buy With WhatsApp: ${mouse.name}` }).click()
  await expect.poll(() => chats.length).toBe(2)
  // What was ordered has left the cart, and nothing else.
  await open(page, `/product/${mouse._id}`)
  await expect(page.getByLabel('Quantity')).toHaveValue('1')
  const [one, two] = chats.map((chat) => chat.searchParams.get('text'))
  expect(one).toMatch(
    /^Order ORD\d+\n1 x Logitech M185 wireless mouse at Ksh 1,600 = Ksh 1,600\nTotal: Ksh 1,600$/,
  )
  expect(two).toMatch(/^Order ORD\d+\n2 x Logitech M185 wireless mouse at Ksh 1,600 = Ksh 3,200\n/)
  expect(one?.split('\n')[0]).not.toBe(two?.split('\n')[0])
})

test('a shop that is slow shows its page at once, and one that cannot be loaded says why', {
  tag: '@phone-only',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/Failed to load resource.*\/api\/(category|product)\/list/)
  await open(page, '/services')
  const { promise: late, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route('**/api/category/list*', async (route) => {
    await late
    await route.abort()
  })
  await page.route('**/api/product/list*', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop' }).click()
  await expect(page.getByText('Loading categories...')).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Please try again later' })
  await expect(alert.getByRole('heading', { name: 'Error connecting to server' })).toBeVisible()
  await checkPage(page, 'on its way')
  answerNow()
  await expect(page.getByText('Error loading categories: Error connecting to server')).toBeVisible()
  await checkPage(page)
  await page.unroute('**/api/category/list*')
  await page.unroute('**/api/product/list*')
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(cards(page)).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Car Gear', exact: true })).toBeVisible()
})

test('the search page shows results once there are words, forgives their spelling, and says when there are none', async ({
  page,
  checkPage,
}) => {
  await open(page, '/search')
  const results = page.getByRole('heading', { name: 'Search Results' })
  await expect(page.getByRole('heading', { level: 1, name: 'Search the shop' })).toBeVisible()
  await expect(results).toBeHidden()
  await checkPage(page, 'without words')
  await page.getByLabel('Search the shop').fill('elitbok')
  await expect(page).toHaveURL('/search?query=elitbok')
  await expect(results).toBeVisible()
  await expect(cards(page).getByRole('heading')).toHaveText(['HP EliteBook 840 G5 (Ex-UK)'])
  await page.getByLabel('Search the shop').fill('networking')
  await expect(page.getByText('2 product(s) found for “networking”')).toBeVisible()
  await page.getByLabel('Search the shop').fill('zzzqqq')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await checkPage(page, 'none found')
  await page.getByRole('link', { name: 'Look around the shop' }).click()
  await expect(page).toHaveURL('/shop')
  await page.getByLabel('Search', { exact: true }).fill('zzzqqq')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(cards(page)).toHaveCount(12)
})

function cards(page: Page) {
  return page.getByRole('article')
}
