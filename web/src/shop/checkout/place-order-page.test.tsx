import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { m } from '@twende/messages'
import { closeLogin, useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { AskHost } from '@twende/ui/controls/app-frame.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { order } from '@twende/ui/testing/order.ts'
import { product } from '@twende/ui/testing/product.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { Outlet } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CartCount } from '../cart/cart-count.tsx'
import MyOrdersPage, { clientLoader as ordersLoader } from '../orders/my-orders-page.tsx'
// Loaded late by the page.
import './pay-order.tsx'
import './place-order-form.tsx'
import PlaceOrderPage, { clientLoader } from './place-order-page.tsx'
import VerifyPage from './verify-page.tsx'

const user = userEvent.setup({ delay: null })
const payment: Payment = {
  _id: 'payment',
  purpose: 'order',
  purchaseId: order._id,
  amount: order.amount,
  phone: '0712 *** 678',
  status: 'failed',
  outcome: 'cancelled',
  message: 'You cancelled the request.',
  receipt: null,
  startedAt: '2026-07-09T12:00:00Z',
  resendAt: '2026-07-09T12:00:20Z',
}

function Frame({ hasCount }: { hasCount: boolean }) {
  const login = useLoginRequest()
  const logIn = () => {
    signInAs('Njeri')
    login?.onSignedIn?.()
  }
  return (
    <>
      {hasCount && <CartCount />}
      {login?.prompt && <p>Please log in first</p>}
      {login && (
        <button type="button" onClick={logIn}>
          Log in again
        </button>
      )}
      <Outlet />
      <AskHost />
    </>
  )
}

/** The pages of an order, over a server that answers so. */
function show(address: string, answers: Parameters<typeof fakeApi>[0], hasCount = true) {
  const requests = fakeApi({
    'GET /api/food/list': () => ({ success: true, data: [product] }) as never,
    'GET /api/user/me': () =>
      ({ success: true, data: { name: 'Njeri Wambua', email: '', phone: '' } }) as never,
    ...answers,
  })
  const pages = [
    loadedPage('/placeorder', PlaceOrderPage, clientLoader),
    loadedPage('/myorders', MyOrdersPage, ordersLoader),
    { path: '/verify', Component: VerifyPage },
    { path: '/cart', element: <p>The cart</p> },
    { path: '/', element: <p>The home page</p> },
  ]
  return {
    requests,
    router: renderRoutes([{ element: <Frame hasCount={hasCount} />, children: pages }], address),
  }
}

const ordersAre = (...data: Order[]) => ({
  'POST /api/order/userorders': () => ({ success: true as const, message: '', data }) as never,
})

beforeEach(() => {
  // A session that ends takes its drafts with it.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
})

afterEach(() => {
  act(closeLogin)
  act(forgetToken)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})

test('an order needs an account: a visitor is asked to log in, with the cart behind', async () => {
  const { router } = show('/placeorder', {})
  expect(await screen.findByText('Please log in first')).toBeTruthy()
  expect(await screen.findByText('The cart')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/cart')
})

test('an order needs something in the cart', async () => {
  signInAs('Njeri')
  show('/placeorder', {
    ...ordersAre(),
    'POST /api/cart/get': () => ({ success: true, message: '', cartData: {} }) as never,
  })
  expect(await screen.findByText('The cart')).toBeTruthy()
  expect(screen.queryByText('Please log in first')).toBe(null)
})

test('a cart that is not read yet after the log-in is not taken for an empty one', async () => {
  show('/cart', {})
  await screen.findByText('The cart')
  cleanup()
  act(() => signInAs('Njeri'))
  const { router } = show(
    '/placeorder',
    {
      ...ordersAre(),
      'POST /api/cart/get': () => ({ success: true, message: '', cartData: { [product._id]: 2 } }) as never,
    },
    false,
  )
  expect(await screen.findByText(/^(Delivery Information|The cart)$/)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/placeorder')
})

test('a field of the address that was left empty says so and has the focus, and nothing is ordered', async () => {
  const { requests, router } = show('/cart', {
    ...ordersAre(),
    'POST /api/cart/get': () => ({ success: true, message: '', cartData: { [product._id]: 2 } }) as never,
  })
  act(() => signInAs('Njeri'))
  expect(await screen.findByText(', 2 items')).toBeTruthy()
  await act(() => router.navigate('/placeorder'))
  await screen.findByRole('heading', { name: 'Delivery Information' })
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Njeri')
  // The times are those of the settings.
  expect(screen.getByText(/for up to 45 minutes .* for up to 3 hours/)).toBeTruthy()
  await user.click(screen.getByLabelText(/^Email/))
  await user.paste('njeri@safari.example')
  await user.click(screen.getAllByRole('button', { name: 'Lipa na Mpesa' })[0] ?? expect.fail())
  const street = screen.getByLabelText(/^Street or estate/)
  await waitFor(() => expect(document.activeElement).toBe(street))
  expect(screen.getByText('Please enter your street or estate')).toBeTruthy()
  expect(requests.filter(({ name }) => name.includes('/order/place'))).toEqual([])
})

const address = {
  firstName: 'Njeri',
  lastName: 'Wambua',
  email: 'njeri@safari.example',
  street: 'Argwings Kodhek Road',
  city: 'Nairobi',
  state: 'Nairobi',
  zipcode: '00100',
  country: 'Kenya',
  phone: '0712 345 678',
}

const lost = () => {
  throw new TypeError('Failed to fetch')
}

/** A filled form whose order is answered so, one answer a time, and the keys that were sent with it. */
async function orderAnswered(...answers: (() => Response)[]) {
  const { requests, router } = show('/cart', {
    ...ordersAre({ ...order, address }),
    'POST /api/cart/get': () => ({ success: true, message: '', cartData: { [product._id]: 2 } }) as never,
    'POST /api/order/place': () => (answers.shift() ?? lost)() as never,
  })
  const sent = () => requests.filter(({ name }) => name.endsWith('/place'))
  const pay = () => screen.getAllByRole('button', { name: 'Lipa na Mpesa' })[0] ?? expect.fail()
  act(() => signInAs('Njeri'))
  await screen.findByText(', 2 items')
  await act(() => router.navigate('/placeorder'))
  await waitFor(pay)
  const keys = async (times: number) => {
    await waitFor(() => expect(sent()).toHaveLength(times))
    return sent().map(({ idempotencyKey }) => idempotencyKey)
  }
  const placeOrder = async () => {
    await waitFor(() => expect(pay().getAttribute('aria-busy')).toBe(null))
    await user.click(pay())
  }
  return { placeOrder, keys }
}

test.each([
  ['too many requests', () => refusalWith(429, 'rate_limited', 'Too many requests')],
  ['a refusal of something in between', () => new Response('<html>', { status: 403 })],
  ['a refusal of ours', () => refusalWith(409, 'out_of_stock', 'Sold out')],
])('an order whose answer was lost keeps its key after %s, so that it is placed once', async (_, refuse) => {
  const { placeOrder, keys } = await orderAnswered(lost, refuse, lost)
  for (const times of [1, 2, 3]) {
    await placeOrder()
    await keys(times)
  }
  const [first, ...others] = await keys(3)
  expect(first).toBeTruthy()
  expect(others).toEqual([first, first])
})

test('an order whose answer was lost and whose session then ended is sent with the same key after the login', async () => {
  const { placeOrder, keys } = await orderAnswered(
    lost,
    () => refusalWith(401, 'not_signed_in', 'Please log in'),
    lost,
  )
  await placeOrder()
  await keys(1)
  await placeOrder()
  await user.click(await screen.findByRole('button', { name: 'Log in again' }))
  const [first, ...others] = await keys(3)
  expect(first).toBeTruthy()
  expect(others).toEqual([first, first])
})

test('whoever has one name only orders without a last name, after saying so', async () => {
  const { requests, router } = show('/cart', {
    ...ordersAre({ ...order, address }),
    'POST /api/cart/get': () => ({ success: true, message: '', cartData: { [product._id]: 2 } }) as never,
  })
  act(() => signInAs('Njeri'))
  await screen.findByText(', 2 items')
  await act(() => router.navigate('/placeorder'))
  const lastName = await screen.findByLabelText<HTMLInputElement>(/^Last name/)
  await user.clear(lastName)
  const pay = () => user.click(screen.getAllByRole('button', { name: 'Lipa na Mpesa' })[0] ?? expect.fail())
  await pay()
  expect(await screen.findByText(m.checkout_last_name_missing())).toBeTruthy()
  const sent = () => requests.filter(({ name }) => name.endsWith('/order/place'))
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: m.common_one_name_only() }))
  await pay()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ address: { firstName: 'Njeri', lastName: '' } })
})

test('an order of somebody else is not found', async () => {
  signInAs('Njeri')
  show(`/placeorder?orderId=${order._id}`, {
    'GET /api/order/get/:orderId': () => refusalWith(404, 'order_not_found', 'Order not found'),
  })
  expect(await screen.findByText('Order not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: m.my_orders_title() }).getAttribute('href')).toBe('/myorders')
})

test('a request that was cancelled on the phone says so, and is sent again after its pause', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-09T12:00:10Z') })
  signInAs('Njeri')
  const { requests } = show(`/placeorder?orderId=${order._id}`, {
    'GET /api/order/get/:orderId': () =>
      ({ success: true, data: { ...order, address: { phone: '0712 345 678' } }, payment }) as never,
    'GET /api/payment/:paymentId': () => ({ success: true, data: payment }) as never,
    'POST /api/payment/start': () =>
      ({ success: true, message: '', data: { ...payment, _id: 'next', status: 'processing' } }) as never,
  })
  expect(await screen.findByRole('heading', { name: 'You cancelled the request.' })).toBeTruthy()
  const early = screen.getByRole<HTMLButtonElement>('button', { name: /^Try again in 0:\d\d$/ })
  expect(early.disabled).toBe(true)
  vi.setSystemTime(new Date('2026-07-09T12:01:00Z'))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(requests.find(({ name }) => name === 'POST /api/payment/start')?.body).toEqual({
      purpose: 'order',
      purchaseId: order._id,
      phone: '0712 345 678',
    }),
  )
})

test.each([
  ['is paid', { success: true, pending: false }, '/myorders'],
  ['is not paid', { success: false, pending: false }, '/'],
])('the check of an order that %s leads on', async (_, answer, next) => {
  signInAs('Njeri')
  const { router, requests } = show(`/verify?success=false&orderId=${order._id}`, {
    ...ordersAre(),
    'POST /api/order/verify': () => answer as never,
  })
  await waitFor(() => expect(router.state.location.pathname).toBe(next))
  expect(requests[0]?.body).toEqual({ success: 'false', orderId: order._id })
})

test('an order that the server does not know leads home, whatever the address says', async () => {
  signInAs('Njeri')
  const { router } = show('/verify?success=true&orderId=nobody’s', {
    'POST /api/order/verify': () => refusalWith(404, 'order_not_found', 'Order not found'),
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('whoever ordered nothing is told so, and led to the shop', async () => {
  signInAs('Njeri')
  show('/myorders', ordersAre())
  expect(await screen.findByText('No orders found')).toBeTruthy()
  expect(screen.getByRole('link', { name: m.shop_look_around() }).getAttribute('href')).toBe('/shop')
})

test('an order that is not paid yet is cancelled after a question', async () => {
  signInAs('Njeri')
  const orders = [order]
  const cancelled: Order = {
    ...order,
    status: 'cancelled',
    cancellationReason: 'Cancelled by customer',
    cancellationCode: 'customer',
  }
  const { requests } = show('/myorders', {
    'POST /api/order/userorders': () => ({ success: true, message: '', data: [...orders] }) as never,
    'POST /api/order/cancel': () => {
      orders.splice(0, 1, cancelled)
      return { success: true, message: '', data: cancelled } as never
    },
  })
  const cancel = await screen.findByRole('button', { name: /^Cancel order/ })
  const answer = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await user.click(cancel)
  const name = 'Are you sure you want to cancel this order?'
  expect(await screen.findByRole('alertdialog', { name })).toBeTruthy()
  await answer(m.my_orders_cancel_keep())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  expect(requests.filter(({ name: route }) => route.endsWith('/cancel'))).toEqual([])
  await user.click(cancel)
  await screen.findByRole('alertdialog')
  await answer('Cancel order')
  expect(await screen.findByText('You cancelled it')).toBeTruthy()
  expect(requests.find(({ name: route }) => route.endsWith('/cancel'))?.body).toEqual({ orderId: order._id })
})

test('the check of an order without a connection leads home', async () => {
  signInAs('Njeri')
  const { router } = show(`/verify?success=true&orderId=${order._id}`, {
    'POST /api/order/verify': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
