import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Product } from '@twende/contract/shop/product.ts'
import { m } from '@twende/messages'
import { toast } from '@twende/ui/controls/toast.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { product } from '@twende/ui/testing/product.ts'
import { renderPage, renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CollectionGrid } from './collection-grid.tsx'
import ProductPage, { clientLoader } from './product-page.tsx'
import { asTile } from './product-tile.ts'

const user = userEvent.setup({ delay: null })
const kept = () => JSON.parse(localStorage.getItem('cart') ?? '{}').cartData ?? {}
const inCart = () => kept()[product._id] ?? 0
const quantity = () => screen.getByLabelText<HTMLInputElement>(m.product_quantity())
const [add] = [`Add To Cart: ${product.name}`]
const press = (name: string) => user.click(screen.getByRole('button', { name }))

async function enter(text: string) {
  await user.clear(quantity())
  if (text) await user.paste(text)
  await user.keyboard('{Enter}')
}

/** The page of a product, with another one like it. */
async function openPage(shown: Product, answers: Parameters<typeof fakeApi>[0] = {}) {
  const other = { ...product, _id: 'other', name: 'Trust wireless mouse' }
  const requests = fakeApi({
    'GET /api/product/get/:productId': () => ({ success: true, data: shown }) as never,
    'GET /api/product/list': () => ({ success: true, data: [shown, other] }) as never,
    'POST /api/order/chat': () =>
      ({ success: true, number: 'ORD1007', session_url: 'https://wa.me/254?text=x' }) as never,
    ...answers,
  })
  const page = loadedPage('/product/:productId', ProductPage, clientLoader)
  renderRoutes([page, { path: '*', element: null }], `/product/${shown._id}`)
  await screen.findByRole('heading', { level: 1, name: shown.name })
  return requests
}

/** A window for a chat, as a browser opens it while a tap is fresh. */
function openedChat() {
  const chat = {
    opener: window,
    document: { title: '', body: { textContent: '' } },
    location: { replace: vi.fn() },
    close: vi.fn(),
  }
  vi.stubGlobal('open', () => chat)
  return chat
}

beforeEach(() => {
  // A session that ends takes its drafts with it.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
  // The cart in the browser is another one now.
  window.dispatchEvent(new StorageEvent('storage'))
})

afterEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})

test('the counter of a card adds and removes, keeps what it counts, and hands the focus on', async () => {
  renderPage(<CollectionGrid tiles={[asTile(product)]} />)
  await press(add)
  const counter = within(screen.getByRole('group', { name: `How many of ${product.name}` }))
  expect(counter.getByRole('status').textContent).toBe('1')
  const more = counter.getByRole('button', { name: `One more: ${product.name}` })
  await waitFor(() => expect(document.activeElement).toBe(more))
  await user.click(more)
  expect(counter.getByRole('status').textContent).toBe('2')
  expect(inCart()).toBe(2)
  const less = counter.getByRole('button', { name: `One less: ${product.name}` })
  await user.click(less)
  await user.click(less)
  const again = screen.getByRole('button', { name: add })
  await waitFor(() => expect(document.activeElement).toBe(again))
  expect(inCart()).toBe(0)
})

test('a quantity is taken by Enter, and only a whole number from 0 on', async () => {
  await openPage(product)
  const features = within(screen.getByRole('region', { name: 'Features:' }))
  expect(features.getAllByRole('listitem')[0]?.textContent).toBe('Works up to ten metres away')
  await user.clear(quantity())
  await user.paste('3')
  expect(inCart()).toBe(0)
  await user.keyboard('{Enter}')
  expect(inCart()).toBe(3)
  expect(screen.getByRole('link', { name: 'View cart' })).toBeTruthy()
  for (const wrong of ['-1', '0.5', 'two', '']) {
    await enter(wrong)
    expect(screen.getByText('Please enter a whole number, 0 or more')).toBeTruthy()
    expect(inCart()).toBe(3)
  }
  await user.keyboard('{Escape}')
  expect(quantity().value).toBe('3')
  await press(`One more: ${product.name}`)
  expect(quantity().value).toBe('4')
  await user.click(screen.getAllByRole('button', { name: 'Add To Cart' })[0] ?? expect.fail())
  expect(quantity().value).toBe('5')
  await enter('0')
  expect(inCart()).toBe(0)
})

test('what is typed counts only after Enter; what is no number is said on leaving', async () => {
  await openPage(product)
  await user.clear(quantity())
  await user.paste('7')
  await user.tab()
  expect(quantity().value).toBe('0')
  await user.clear(quantity())
  await user.paste('7')
  await user.click(screen.getAllByRole('button', { name: 'Add To Cart' })[0] ?? expect.fail())
  expect(inCart()).toBe(1)
  await user.clear(quantity())
  await user.paste('abc')
  await user.tab()
  expect(screen.getByText('Please enter a whole number, 0 or more')).toBeTruthy()
})

test('ten thousand do not become 99 in silence', async () => {
  const told = vi.spyOn(toast, 'info')
  await openPage({ ...product, stock: 20_000 })
  await enter('10000')
  expect(inCart()).toBe(99)
  expect(told).toHaveBeenCalledWith(m.shop_limit_order({ max: 99 }), 'cart')
  told.mockRestore()
})

test('no more than the shop has goes into the cart', async () => {
  const told = vi.spyOn(toast, 'info')
  await openPage({ ...product, stock: 3 })
  await enter('5')
  expect(inCart()).toBe(3)
  expect(told).toHaveBeenCalledWith(m.shop_limit_stock({ stock: 3, name: product.name }), 'cart')
  told.mockRestore()
})

test('what is sold out is asked after instead', async () => {
  await openPage({ ...product, stock: 0 })
  const [buy = expect.fail()] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Out of stock' })
  expect(buy.disabled).toBe(true)
  expect(screen.queryByLabelText(m.product_quantity())).toBe(null)
  const [ask = expect.fail()] = screen.getAllByRole('link', { name: 'Ask when it is back' })
  expect(ask.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/254700000111\?text=/)
})

test('a product leads to others like it, and not to itself', async () => {
  await openPage(product)
  const others = within(screen.getByRole('region', { name: 'You may also like' })).getAllByRole('link')
  expect(others.map((link) => link.getAttribute('href'))).toEqual(['/product/other'])
})

test('buying with WhatsApp saves an order of what the cart has of it, opens its chat, and leaves the rest in the cart', async () => {
  const chat = openedChat()
  const told = vi.spyOn(toast, 'success')
  const requests = await openPage(product)
  await enter('3')
  await user.clear(quantity())
  await user.paste('2')
  await user.click(
    screen.getAllByRole('button', { name: `Buy With WhatsApp: ${product.name}` })[0] ?? expect.fail(),
  )
  await waitFor(() => expect(chat.location.replace).toHaveBeenCalledWith('https://wa.me/254?text=x'))
  expect(chat.document.body.textContent).toBe(m.checkout_chat_opening())
  expect(told).toHaveBeenCalledWith(m.checkout_saved({ number: 'ORD1007' }))
  expect(requests.filter(({ name }) => name === 'POST /api/order/chat').map(({ body }) => body)).toEqual([
    { items: [{ _id: product._id, quantity: 3 }], amount: 4800 },
  ])
  await waitFor(() => expect(inCart()).toBe(0))
  told.mockRestore()
})

test('an order by WhatsApp whose answer was lost is sent with the same key after a refusal, so that it is saved once', async () => {
  openedChat()
  const answers = [
    () => expect.fail('The answer is lost'),
    () => refusalWith(429, 'rate_limited', 'Too many'),
  ]
  const requests = await openPage(product, {
    'POST /api/order/chat': () => (answers.shift() ?? (() => expect.fail('The answer is lost')))() as never,
  })
  const [buy = expect.fail()] = screen.getAllByRole('button', { name: `Buy With WhatsApp: ${product.name}` })
  const sent = () => requests.filter(({ name }) => name === 'POST /api/order/chat')
  for (const times of [1, 2, 3]) {
    await waitFor(() => expect(buy.getAttribute('aria-busy')).toBe(null))
    await user.click(buy)
    await waitFor(() => expect(sent()).toHaveLength(times))
  }
  expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('a product without its fields, alone or in a list, takes no page with it', async () => {
  const bare = { _id: 'bare', name: 'Trust keyboard' } as Product
  await openPage(bare, {
    'GET /api/product/list': () => ({ success: true, data: [{ _id: 'x' }, bare] }) as never,
  })
  expect(screen.getAllByText('Ksh 0').length).toBeGreaterThan(0)
})
