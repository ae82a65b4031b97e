import { screen } from '@testing-library/react'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { order } from '@twende/ui/testing/order.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { DeliveryDialog } from './delivery-dialog.tsx'

test('the phone of an order is written as on all pages', async () => {
  const sold: StaffOrder = {
    ...order,
    address: { ...order.address, phone: '254712345678' } as StaffOrder['address'],
    customer: null,
    reach: { email: null, isMuted: false, phone: '' },
    timeline: [],
  }
  renderPage(<DeliveryDialog order={sold} open onClose={() => {}} />)
  expect(await screen.findByDisplayValue('0712 345 678')).toBeTruthy()
})
