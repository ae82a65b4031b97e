import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { order } from '@twende/ui/testing/order.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import SellPage from './sell-page.tsx'

const user = userEvent.setup({ delay: null })
const cable: StockedProduct = {
  _id: '0198a000-0000-7000-8000-000000000003',
  name: 'HDMI cable, 3 m',
  price: 750,
  description: '',
  image: '',
  image2: '',
  image3: '',
  image4: '',
  category: 'Accessories',
  stock: 2,
  pictures: [],
  onHand: 3,
  reserved: 1,
  hidden: false,
  createdAt: '2026-07-01T08:00:00Z',
  updatedAt: '2026-07-01T08:00:00Z',
}

const products = () => ({
  success: true as const,
  data: [cable],
  pagination: { page: 1, limit: 24, total: 1, pages: 1 },
})
const sold = () => ({
  success: true as const,
  message: 'Sold',
  data: {
    ...order,
    status: 'delivered' as const,
    channel: 'counter' as const,
    customer: null,
    reach: { email: null, isMuted: false, phone: '' },
    timeline: [],
  },
})
const product = () => screen.findByRole('button', { name: /^HDMI cable, 3 m/ })
const paid = () => within(screen.getByRole('region', { name: m.admin_orders_sell_sale() }))

test('a sale takes a product, its pieces as far as there are some, how it was paid, and is done', async () => {
  const requests = fakeApi({
    'GET /api/admin/products': products,
    'POST /api/admin/orders': sold,
  })
  renderPage(<SellPage />)
  await user.click(await product())
  await user.click(paid().getByRole('button', { name: m.shop_one_more({ name: cable.name }) }))
  expect((await product()).hasAttribute('disabled')).toBe(true)
  const done = m.admin_orders_sell_button({ amount: 'Ksh 1,500' })
  await user.click(screen.getByRole('button', { name: done }))
  expect(await screen.findByText(m.validation_how_paid())).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: m.desk_paid_by_cash() }))
  await user.click(screen.getByRole('button', { name: done }))
  const sent = () => requests.filter(({ name }) => name === 'POST /api/admin/orders')
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]?.body).toMatchObject({
    items: [{ _id: cable._id, quantity: 2 }],
    amount: 1_500,
    paidBy: 'cash',
  })
})

test('a price that changed meanwhile is said and shown, and nothing is sold', async () => {
  const items = [{ _id: cable._id, name: cable.name, price: 900, quantity: 1, image: '' }]
  const quote = { items, subtotal: 900, deliveryFee: 0, amount: 900 }
  fakeApi({
    'GET /api/admin/products': products,
    'POST /api/admin/orders': () =>
      Response.json(
        { success: false, code: 'price_changed', message: 'Changed', data: quote },
        { status: 409 },
      ),
  })
  renderPage(<SellPage />)
  await user.click(await product())
  await user.click(screen.getByRole('radio', { name: m.desk_paid_by_cash() }))
  await user.click(screen.getByRole('button', { name: m.admin_orders_sell_button({ amount: 'Ksh 750' }) }))
  expect(await screen.findByText(m.admin_orders_sell_price_changed({ amount: 'Ksh 900' }))).toBeTruthy()
  expect(screen.getByRole('button', { name: m.admin_orders_sell_button({ amount: 'Ksh 900' }) })).toBeTruthy()
})

test('while nothing is chosen no sale is offered, and pressing says what is missing and leads to the list', async () => {
  const requests = fakeApi({ 'GET /api/admin/products': products })
  renderPage(<SellPage />)
  await product()
  expect(screen.queryByRole('button', { name: /Ksh 0/ })).toBeNull()
  const sell = screen.getByRole('button', { name: m.admin_orders_sell_button_empty() })
  expect(sell.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('radio', { name: m.desk_paid_by_cash() }))
  await user.click(sell)
  const choose = await screen.findByRole('button', { name: m.admin_orders_sell_choose() })
  expect(screen.getByText(m.admin_orders_sell_nothing()).closest('[role="alert"]')).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(choose)
  await user.click(choose)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await user.click(await product())
  expect(screen.queryByText(m.admin_orders_sell_nothing())).toBeNull()
  expect(requests.some(({ name }) => name === 'POST /api/admin/orders')).toBe(false)
})

test('what is chosen and its total stay beside the list, and four taps end a sale', async () => {
  const requests = fakeApi({
    'GET /api/admin/products': products,
    'POST /api/admin/orders': sold,
  })
  renderPage(<SellPage />)
  await user.click(await product())
  expect(screen.getByText(`${cable.name} × 1`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: m.admin_orders_sell_to_payment() }))
  const cash = screen.getByRole('radio', { name: m.desk_paid_by_cash() })
  expect(paid().getAllByRole('radio')).toContain(document.activeElement)
  await user.click(cash)
  await user.click(screen.getByRole('button', { name: m.admin_orders_sell_button({ amount: 'Ksh 750' }) }))
  await expect.poll(() => requests.filter(({ name }) => name === 'POST /api/admin/orders')).toHaveLength(1)
})
