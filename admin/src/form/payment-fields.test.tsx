import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DESK_METHODS, type DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import { m } from '@twende/messages'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { PaymentFields } from './admin-fields.tsx'
import { noPayment, paymentOf } from './payment-values.ts'

const MESSAGE =
  'UKQ7QAXODW Confirmed. Ksh4,500.00 sent to TWENDE for account BK1234 on 26/11/26 at 2:33 PM New M-PESA balance is Ksh0.00.'
const user = userEvent.setup({ delay: null })

function Dialog({ onPay }: { onPay: (how: Partial<DeskPayment>) => void }) {
  const form = useAppForm({
    defaultValues: noPayment,
    bodyOf: (typed) => ({ ...paymentOf<DeskPayment['paidBy']>(typed), move: 'pay' as const }),
    schema: shopAdminRoutes['POST /api/admin/order/:orderId/move'].body,
    onSubmit: async (how) => onPay(how),
  })
  return (
    <FormDialog form={form} open title="Paid" explains="" yes="Save" onClose={() => {}}>
      <PaymentFields form={form} ways={DESK_METHODS} amount={4_500} />
    </FormDialog>
  )
}

async function openMpesa(unmatched: readonly object[]) {
  const paid: unknown[] = []
  const requests = fakeApi({
    'GET /api/admin/payments': () => Response.json({ success: true, data: unmatched }),
  })
  renderPage(<Dialog onPay={(how) => paid.push(how)} />)
  await user.selectOptions(
    await screen.findByLabelText((text) => text.startsWith(m.admin_bookings_how_paid_label())),
    'mpesa',
  )
  const code = screen.getByLabelText<HTMLInputElement>((text) =>
    text.startsWith(m.admin_common_mpesa_code_label()),
  )
  return { paid, requests, code }
}

test('a whole message that is pasted where a code is asked for becomes its code', async () => {
  const { paid, code } = await openMpesa([])
  await user.click(code)
  await user.paste(MESSAGE)
  expect(code.value).toBe('UKQ7QAXODW')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(paid).toMatchObject([{ paidBy: 'mpesa', code: 'UKQ7QAXODW' }]))
})

test('unmatched money of the amount is offered, and one tap takes its code', async () => {
  const { paid, requests, code } = await openMpesa([
    { _id: 'UKQ7QAXODX', payer: 'JANE', reference: 'JOHN', at: '2026-11-26T11:00:00.000Z' },
  ])
  await user.click(await screen.findByRole('button', { name: /UKQ7QAXODX, JANE, JOHN/ }))
  expect(code.value).toBe('UKQ7QAXODX')
  expect(requests[0]?.query.toString()).toContain('queue=unmatched&amount=4500')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(paid).toMatchObject([{ code: 'UKQ7QAXODX' }]))
})

test('a form that sends all that was typed sends no empty day', () => {
  const typed = { ...noPayment, paidBy: 'none' as const }
  expect(JSON.parse(JSON.stringify({ ...typed, ...paymentOf(typed) }))).toEqual({
    paidBy: 'none',
    code: '',
    note: '',
  })
})
