import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Product } from '@twende/contract/shop/product.ts'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { order } from '@twende/ui/testing/order.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { readBrowserCart } from '../cart/cart-in-browser.ts'
import { PayOrder } from '../checkout/pay-order.tsx'
import { useOrderAgain } from './order-actions.ts'
import { OrderCard } from './order-card.tsx'

const cable: Product = {
  _id: order.items[0]?._id ?? '',
  name: 'HDMI cable, 3 m',
  price: 900,
  description: '',
  image: '',
  image2: '',
  image3: '',
  image4: '',
  category: 'Accessories',
  stock: 5,
  pictures: [],
}
const gone = {
  _id: '0198a000-0000-7000-8000-000000000009',
  name: 'USB fan',
  price: 400,
  quantity: 1,
  image: '',
}

const lamp = { ...gone, _id: '0198a000-0000-7000-8000-000000000010', name: 'Desk lamp', quantity: 3 }

function Again() {
  const orderAgain = useOrderAgain()
  return (
    <>
      <button
        type="button"
        onClick={() =>
          void orderAgain({ items: [...order.items, gone, lamp, { ...lamp, _id: 'sold-out', name: 'Hub' }] })
        }
      >
        Again
      </button>
      <ToastHost />
    </>
  )
}

test('ordering again says what is gone and what costs more, and puts the rest into the cart', async () => {
  const others = [
    { ...cable, _id: lamp._id, name: lamp.name, price: lamp.price, stock: 2 },
    { ...cable, _id: 'sold-out', name: 'Hub', price: lamp.price, stock: 0 },
  ]
  fakeApi({ 'GET /api/food/list': () => ({ success: true, data: [cable, ...others] }) })
  renderPage(<Again />)
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Again' }))
  expect(await screen.findByText(/USB fan is not sold any more/)).toBeTruthy()
  expect(screen.getByText(/HDMI cable, 3 m cost Ksh 750 and costs Ksh 900 now/)).toBeTruthy()
  expect(screen.getByText(/Only 2 of Desk lamp left. Hub is out of stock./)).toBeTruthy()
  await waitFor(() => expect(readBrowserCart()?.cartData).toEqual({ [cable._id]: 2, [lamp._id]: 2 }))
})

const nothing = () => undefined
const actions = { onCancel: nothing, onAgain: nothing, onPrint: nothing, onHoldEnd: nothing }
const owing = { ...order, status: 'delivered', paid: 1_000, paymentStatus: 'partial' } as const

test('an order that came and owes says what is left to pay, and leads to paying it', () => {
  fakeApi({})
  renderPage(<OrderCard order={owing} actions={actions} />)
  expect(screen.getByText('We have Ksh 1,000 of Ksh 1,500. Ksh 500 is left to pay.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Pay now/ })).toBeTruthy()
})

test('an order that came and is paid leads to no payment', () => {
  fakeApi({})
  renderPage(<OrderCard order={{ ...owing, paid: 1_500, paymentStatus: 'paid' }} actions={actions} />)
  expect(screen.queryByRole('link', { name: /Pay now/ })).toBeNull()
})

test('an order that owes leads to no payment while money for it is looked at', () => {
  fakeApi({})
  renderPage(<OrderCard order={{ ...owing, inReview: 700 }} actions={actions} />)
  expect(screen.queryByRole('link', { name: /Pay now/ })).toBeNull()
})

test('an unpaid order asks for nothing more while money for it is looked at', () => {
  fakeApi({})
  const unpaid = { ...order, status: 'pending', paid: 500, inReview: 1_200, paymentStatus: 'review' } as const
  renderPage(<OrderCard order={unpaid} actions={actions} />)
  expect(screen.queryByText(/is left to pay/)).toBeNull()
  expect(
    screen.getByText(
      'We have Ksh 500 of Ksh 1,500. We received Ksh 1,200 and are looking at it. Your order waits for that.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Pay now/ })).toBeNull()
})

test('the page of such an order asks a phone for what is left', async () => {
  const whatsapp = { message: '', link: '' }
  fakeApi({
    'GET /api/order/get/:orderId': () => ({ success: true, data: owing, payment: null, whatsapp }),
  })
  renderPage(<PayOrder orderId={owing._id} />)
  expect(await screen.findByRole('button', { name: /Ksh 500/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})
