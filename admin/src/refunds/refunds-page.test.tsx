import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import RefundsPage, { clientLoader } from './refunds-page.tsx'

const large: RefundTask = {
  _id: 'r1',
  purpose: 'booking',
  purchaseId: 'b1',
  reference: 'BK1234',
  amount: 60_000,
  reason: 'Cancelled by customer',
  contains: [],
  status: 'due',
  paymentId: null,
  customer: { name: 'Barasa Wekesa', email: 'barasa@example.com' },
  payers: [{ amount: 60_000, phone: '254712345678', name: '', code: null }],
  contactPhone: '',
  needsSecondPerson: true,
  approvedBy: null,
  approvedAt: null,
  sentBy: null,
  sentAt: null,
  code: null,
  transfers: [],
  note: '',
  createdAt: '2026-11-20T08:00:00Z',
  paymentToApprove: null,
  movedTo: null,
  overSumOfDay: false,
  mayApprove: false,
  maySend: false,
  mayMove: false,
  method: null,
  sentOn: null,
  confirmedBy: null,
  mayConfirm: false,
}

const OTIENO = { amount: 40_000, phone: '2547 ***** 126', name: 'OTIENO', code: 'UKQ7HTY61B' }

const user = userEvent.setup({ delay: null })

function Refunds() {
  const props: Parameters<typeof RefundsPage>[0] = { loaderData: useLoaderData() } as never
  return (
    <>
      <RefundsPage {...props} />
      <ToastHost />
    </>
  )
}

/** The page over a server that has the refund as `now` says, and answers like this besides. */
async function show(now: () => RefundTask, answers: Parameters<typeof fakeApi>[0] = {}) {
  const requests = fakeApi({
    'GET /api/admin/refunds': () => ({
      success: true,
      data: [now()],
      pagination: { page: 1, limit: 20, total: 1, pages: 1 },
      counts: { due: 1, waiting: 1 },
      owed: 60_000,
    }),
    ...answers,
  })
  renderRoutes(
    [{ path: '/admin/refunds', loader: clientLoader as never, Component: Refunds }],
    '/admin/refunds',
  )
  const row = await screen.findByRole('row', { name: 'BK1234' })
  return { row: within(row), sent: () => requests.filter(({ name }) => name.startsWith('POST')) }
}

test('a large refund waits for an admin, and is sent by another person than who approved it', async () => {
  const { row } = await show(() => large)
  expect(row.getByText('Ksh 60,000')).toBeTruthy()
  expect(row.getByText(m.admin_refunds_status_needs_admin())).toBeTruthy()
  expect(row.getByText(m.admin_refunds_admin_first())).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
})

test('an admin approves it, and is told that another person sends it', async () => {
  let now: RefundTask = { ...large, mayApprove: true }
  const { row, sent } = await show(() => now, {
    'POST /api/admin/refund/:refundId/approve': () => {
      now = { ...large, approvedBy: 'Mercy Atieno', approvedAt: '2026-11-20T09:00:00Z' }
      return { success: true, message: 'Refund approved' }
    },
  })
  await user.click(row.getByRole('button', { name: m.admin_common_approve() }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: m.admin_common_approve() }))
  expect(await screen.findByText('Refund approved')).toBeTruthy()
  expect(await screen.findByText(m.admin_refunds_other_person_sends())).toBeTruthy()
  expect(sent().map(({ path }) => path)).toEqual(['/api/admin/refund/r1/approve'])
})

test('a refund is sent by a code that is written like one, which was not used before', async () => {
  const used = 'This code belongs to another payment.'
  let known = true
  const { row, sent } = await show(() => ({ ...large, approvedBy: 'Mercy Atieno', maySend: true }), {
    'POST /api/admin/refund/:refundId/sent': () =>
      known ? refusalWith(409, 'mpesa_code_used', used) : { success: true, message: 'Refund sent' },
  })
  await user.click(row.getByRole('button', { name: m.admin_refunds_send_button() }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText(new RegExp(m.admin_refunds_send_way_label())), 'mpesa')
  const code = dialog.getByLabelText<HTMLInputElement>(new RegExp(m.admin_common_mpesa_code_label()))
  const send = () => user.click(dialog.getByRole('button', { name: m.admin_refunds_send_button() }))
  await user.type(code, 'hello')
  await send()
  expect(await dialog.findByText(m.validation_mpesa_code())).toBeTruthy()
  expect(sent()).toEqual([])
  await user.clear(code)
  await user.type(code, 'ukq7 abc123')
  await send()
  expect(await dialog.findByText(used)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(code))
  known = false
  await send()
  expect(await screen.findByText('Refund sent')).toBeTruthy()
  expect(sent()[1]?.body).toMatchObject({ code: 'UKQ7ABC123' })
})

test('who has sent the sum of a day is told that somebody else sends the next', async () => {
  const over = { ...large, needsSecondPerson: false, overSumOfDay: true, mayMove: true }
  const { row } = await show(() => over)
  expect(row.getByText(m.error_refunds_of_day_need_second_person({ limit: 'Ksh 100,000' }))).toBeTruthy()
})

test('who was slower is told that the refund is sent already', async () => {
  const { row } = await show(() => ({ ...large, needsSecondPerson: false, maySend: true }), {
    'POST /api/admin/refund/:refundId/sent': () =>
      refusalWith(409, 'refund_wrong_state', 'This refund is sent already.'),
  })
  await user.click(row.getByRole('button', { name: m.admin_refunds_send_button() }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText(new RegExp(m.admin_refunds_send_way_label())), 'cash')
  await user.type(dialog.getByLabelText(new RegExp(`^${m.admin_desk_note_label()}`)), 'Cash at the desk')
  await user.click(dialog.getByRole('button', { name: m.admin_refunds_send_button() }))
  expect(await screen.findByText('This refund is sent already.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refund pays for something else of its customer, and whose it is not is said at the reference', async () => {
  const stranger = 'This reference belongs to somebody else.'
  let isOther = true
  const { row, sent } = await show(() => ({ ...large, needsSecondPerson: false, mayMove: true }), {
    'POST /api/admin/refund/:refundId/move': () =>
      isOther
        ? refusalWith(409, 'purchase_of_other_customer', stranger)
        : { success: true, message: 'The money now pays for BK1235' },
  })
  await user.click(row.getByRole('button', { name: m.admin_refunds_move_button() }))
  const dialog = within(await screen.findByRole('dialog'))
  const move = () => user.click(dialog.getByRole('button', { name: m.admin_refunds_move_button() }))
  await user.type(dialog.getByLabelText(new RegExp(m.admin_payments_reference_label())), 'bk-1235')
  await user.type(dialog.getByLabelText(new RegExp(m.admin_common_reason_label())), 'Another car')
  await move()
  expect(await dialog.findByText(stranger)).toBeTruthy()
  isOther = false
  await move()
  expect(await screen.findByText('The money now pays for BK1235')).toBeTruthy()
  expect(sent()[1]?.body).toEqual({ reference: 'bk-1235', reason: 'Another car' })
})

test('a refund names the extras that it contains, where it has any', async () => {
  const withExtras = await show(() => ({ ...large, contains: ['Child seat, 3 days: Ksh 1,500'] }))
  expect(withExtras.row.getByText(m.admin_refunds_extras())).toBeTruthy()
  expect(withExtras.row.getByRole('listitem').textContent).toBe('Child seat, 3 days: Ksh 1,500')
  cleanup()
  const without = await show(() => large)
  expect(without.row.queryByText(m.admin_refunds_extras())).toBe(null)
})

test('who paid is named as M-Pesa reported it, and a number that did not pay is not offered', async () => {
  const { row } = await show(() => ({
    ...large,
    payers: [OTIENO],
    contactPhone: '254712345678',
  }))
  expect(row.getByText(/OTIENO, 2547 \*{5} 126, UKQ7HTY61B/)).toBeTruthy()
  cleanup()
  const unknown = await show(() => ({
    ...large,
    payers: [{ amount: 60_000, phone: '', name: '', code: null }],
    contactPhone: '254712345678',
    maySend: true,
  }))
  expect(unknown.row.getByText(m.admin_refunds_payer_unknown())).toBeTruthy()
  await user.click(unknown.row.getByRole('button', { name: m.admin_refunds_send_button() }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/not known/)).toBeTruthy()
})

test('of what two phones paid in parts, each is named with its part, and the dialog takes the code of each transfer', async () => {
  const other = { amount: 20_000, phone: '254722000999', name: 'JANE', code: 'UKQ7HTY61C' }
  const { row, sent } = await show(() => ({ ...large, payers: [OTIENO, other], maySend: true }), {
    'POST /api/admin/refund/:refundId/sent': () => ({ success: true, message: 'Sent' }),
  })
  const parts = /Ksh 40,000: OTIENO, .*UKQ7HTY61B; Ksh 20,000: JANE, 0722 000 999, UKQ7HTY61C/
  expect(row.getByText(parts)).toBeTruthy()
  await user.click(row.getByRole('button', { name: m.admin_refunds_send_button() }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/send back to each number: Ksh 40,000: OTIENO.*Ksh 20,000: JANE/)).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox'), 'mpesa')
  await user.type(dialog.getByRole('textbox', { name: /Ksh 40,000 to OTIENO/ }), 'UKR7HTY61D')
  await user.type(dialog.getByRole('textbox', { name: /Ksh 20,000 to JANE, 0722 000 999/ }), 'ukr7hty61e')
  await user.click(dialog.getByRole('button', { name: m.admin_refunds_send_button() }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ paidBy: 'mpesa', code: 'UKR7HTY61D', otherCodes: ['UKR7HTY61E'] })
})

test('a refund that was sent to two numbers names each amount with its code', async () => {
  const transfers = [
    { amount: 40_000, code: 'UKR7HTY61D' },
    { amount: 20_000, code: 'UKR7HTY61E' },
  ]
  const { row } = await show(() => ({
    ...large,
    status: 'sent',
    method: 'mpesa',
    sentOn: '2026-11-21',
    sentAt: '2026-11-21T08:00:00Z',
    sentBy: 'Mercy',
    code: 'UKR7HTY61D, UKR7HTY61E',
    transfers,
  }))
  expect(row.getByText('Ksh 40,000: UKR7HTY61D; Ksh 20,000: UKR7HTY61E')).toBeTruthy()
})
