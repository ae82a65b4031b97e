import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { m } from '@twende/messages'
import { order } from '@twende/ui/testing/order.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { EndOrderDialog } from './end-order-dialog.tsx'
import { moveTexts } from './order-texts.ts'

const user = userEvent.setup({ delay: null })
const paid: StaffOrder = {
  ...order,
  status: 'paid',
  customer: null,
  reach: { email: null, isMuted: false, phone: '' },
  timeline: [],
}

test('a paid order is cancelled with what became of each line, and not without a reason', async () => {
  const told: unknown[] = []
  const { label, ...kind } = moveTexts.callOff(paid)
  renderPage(
    <EndOrderDialog
      {...kind}
      order={paid}
      move="callOff"
      yes={label}
      open
      onEnd={async (how) => {
        told.push(how)
      }}
      onClose={() => {}}
    />,
  )
  const line = await screen.findByLabelText<HTMLSelectElement>(/2 × HDMI cable, 3 m/)
  expect(line.value).toBe('shelf')
  await user.selectOptions(line, 'damaged')
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText(m.validation_reason_missing())).toBeTruthy()
  expect(told).toEqual([])
  await user.click(screen.getByRole('button', { name: m.admin_orders_cancel_damaged() }))
  await user.click(screen.getByRole('button', { name: label }))
  await expect.poll(() => told).toHaveLength(1)
  expect(told).toEqual([
    {
      move: 'callOff',
      note: m.admin_orders_cancel_damaged(),
      ends: [{ productId: paid.items[0]?._id, as: 'damaged' }],
    },
  ])
})

test('of a parcel that did not arrive nothing is assumed, and it may be sent again', async () => {
  const told: unknown[] = []
  const { label, ...kind } = moveTexts.notArrived(paid)
  renderPage(
    <EndOrderDialog
      {...kind}
      order={{ ...paid, status: 'shipped' }}
      move="notArrived"
      yes={label}
      open
      onEnd={async (how) => {
        told.push(how)
      }}
      onClose={() => {}}
    />,
  )
  const line = await screen.findByLabelText<HTMLSelectElement>(/2 × HDMI cable, 3 m/)
  expect(line.value).toBe('')
  const note = m.admin_orders_not_arrived_lost()
  await user.click(screen.getByRole('button', { name: note }))
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findAllByText(m.admin_orders_choose())).not.toEqual([])
  expect(told).toEqual([])
  await user.selectOptions(line, 'missing')
  await user.click(screen.getByRole('radio', { name: m.admin_orders_not_arrived_send_again() }))
  await user.click(screen.getByRole('button', { name: label }))
  await expect.poll(() => told).toHaveLength(1)
  const ends = [{ productId: paid.items[0]?._id, as: 'missing' }]
  expect(told).toEqual([{ move: 'sendAgain', note, ends }])
})

test('each move says by which way its customer hears of it, or that nobody is told', () => {
  const told = { email: 'achieng@example.com', isMuted: true, phone: '0718000123' }
  const explains = (move: 'callOff' | 'ship', of: Partial<StaffOrder>) =>
    moveTexts[move]({ ...paid, ...of }).explains
  const phone = '0718 000 123'
  expect(explains('callOff', { reach: told })).toContain(m.admin_reach_email({ email: told.email }))
  expect(explains('ship', { reach: told })).toContain(m.admin_reach_muted({ phone }))
  expect(explains('ship', { reach: { ...told, email: null } })).toContain(m.admin_reach_phone({ phone }))
  expect(explains('callOff', {})).toContain(m.admin_reach_nobody())
})

test('an order that nobody paid is cancelled without a word about money or lines', () => {
  const { explains } = moveTexts.callOff({ ...paid, status: 'pending' })
  expect(explains).toContain(m.admin_orders_cancel_unpaid())
  expect(explains).not.toContain(m.admin_orders_cancel_explanation())
})
