import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
// Loaded late by the buttons.
import '../form/reason-dialog.tsx'
import { PaymentDecisions } from './payment-decisions.tsx'

const typed: PaymentDetail = {
  _id: 'p1',
  kind: 'payment',
  purpose: 'booking',
  purchaseId: 'b1',
  reference: 'BK1234',
  method: 'stk',
  amount: 25_000,
  received: 25_000,
  code: 'UKQ7TESTAB',
  payer: 'Otieno Okello',
  phone: '',
  status: 'paid',
  notReported: true,
  outcome: 'Not reported by M-Pesa',
  warnings: [],
  at: '2026-11-20T08:00:00Z',
  decisions: ['dismiss'],
  missing: null,
  email: '',
  reach: { email: null, isMuted: false, phone: '0722000111' },
  note: '',
  takenBy: 'Akinyi Clerk',
  approvedBy: null,
  needsApproval: false,
  mayApprove: false,
  settledAt: '2026-11-20T08:00:00Z',
  resultCode: null,
  attempts: [],
  messages: [],
  refunds: [],
  history: [],
}
const DECIDE = 'POST /api/admin/payment/:paymentId/decide'
const user = userEvent.setup({ delay: null })

function show(answer: () => unknown, payment = typed) {
  const requests = fakeApi({ [DECIDE]: () => answer() as never })
  const page = (
    <>
      <PaymentDecisions payment={payment} back="/payments" />
      <ToastHost />
    </>
  )
  renderRoutes(
    [
      { path: '/', element: page },
      { path: '/payments', element: <p>The list</p> },
    ],
    '/',
  )
  return requests
}

/** Says that the money never came, because the code was mistyped. */
async function sayThatItNeverCame() {
  await user.click(screen.getByRole('button', { name: m.admin_payments_void_button() }))
  await screen.findByRole('dialog', { name: m.admin_payments_void_title() })
  const phone = '0722 000 111'
  const words = `${m.admin_payments_void_explanation()} ${m.admin_reach_phone({ phone })}`
  expect(screen.getByText(words.replaceAll('\u00a0', ' '))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: m.admin_payments_void_mistyped() }))
  await user.click(screen.getByRole('button', { name: m.admin_payments_void_confirm() }))
}

test('a code that M-Pesa never reported is taken out of the books with a reason, and the list follows', async () => {
  const requests = show(() => ({ success: true, message: 'Done' }))
  await sayThatItNeverCame()
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ decision: 'dismiss', reason: m.admin_payments_void_mistyped() })
})

test('who recorded a large payment reads in the dialog that somebody else must say so', async () => {
  const sentence = m.error_void_needs_second_person()
  show(() => refusalWith(409, 'payment_needs_second_person', sentence))
  await sayThatItNeverCame()
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(sentence))
})

test('cash that was recorded on the wrong purchase is undone with a reason', async () => {
  const requests = show(() => ({ success: true, message: 'Done' }), {
    ...typed,
    method: 'cash',
    code: null,
    notReported: false,
  })
  await user.click(screen.getByRole('button', { name: m.admin_payments_undo_button() }))
  await screen.findByRole('dialog', { name: m.admin_payments_undo_title() })
  const explained = m.admin_payments_undo_explanation().replaceAll('\u00a0', ' ')
  expect(screen.getByText(explained, { exact: false })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: m.admin_payments_undo_wrong_purchase() }))
  await user.click(screen.getByRole('button', { name: m.admin_payments_void_confirm() }))
  expect(await screen.findByText('The list')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ decision: 'dismiss', reason: m.admin_payments_undo_wrong_purchase() })
})
