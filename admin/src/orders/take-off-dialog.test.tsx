import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { order } from '@twende/ui/testing/order.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { TakeOffDialog } from './take-off-dialog.tsx'

const [cable] = order.items
const items = [
  cable,
  { ...cable, _id: 'lamp', name: 'Desk lamp', price: 400, quantity: 2 },
] as typeof order.items
const paid: StaffOrder = {
  ...order,
  items,
  status: 'paid',
  customer: null,
  reach: { email: null, isMuted: false, phone: '' },
  timeline: [],
}

test('what goes back is said once it is known which pieces are taken off', async () => {
  const user = userEvent.setup({ delay: null })
  renderPage(<TakeOffDialog order={paid} open onClose={() => {}} />)
  expect(await screen.findByText(/This cannot be undone/)).toBeTruthy()
  expect(screen.queryByText(/What was paid for them goes back/)).toBeNull()
  await user.selectOptions(screen.getByLabelText(/^Product/), 'lamp')
  expect(screen.getByText(/What was paid for them goes back: Ksh 400\./)).toBeTruthy()
})
