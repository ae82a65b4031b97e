import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Product } from '@twende/contract/shop/product.ts'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { order } from '@twende/ui/testing/order.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { readBrowserCart } from '../cart/cart-in-browser.ts'
import { useOrderAgain } from './order-actions.ts'

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
