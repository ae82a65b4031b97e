import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { adminPaymentRoutes } from '@twende/contract/payments/admin-payment-routes.ts'
import { DESK_METHODS, type DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { type RefundTransfer, transfersOf } from '@twende/contract/payments/refund-transfers.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useRevalidator } from 'react-router'
import { MpesaCodeField, PaymentFields } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { ReasonDialog } from '../form/reason-dialog.tsx'
import { notTold, reachWords, sentences } from '../frame/reach-words.ts'
import { payersInWords } from '../payments/payment-labels.ts'

const APPROVE = 'POST /api/admin/refund/:refundId/approve'

const SEND = 'POST /api/admin/refund/:refundId/sent'

/** The only way for money that matched nothing: M-Pesa, to the number that paid it. */
const OWN_NUMBER = ['mpesa'] as const

type SendDialogProps = { refund: RefundTask; open: boolean; onClose: () => void }

/** Notes how a refund went out. */
export function SendDialog({ refund, open, onClose }: SendDialogProps) {
  const act = useRefundAction()
  const params = { refundId: refund._id }
  const [first, ...others] = transfersOf(refund.payers)
  const form = useAppForm({
    defaultValues: { ...noPayment, otherCodes: others.map(() => '') },
    bodyOf: ({ otherCodes, ...typed }) => {
      const codes = typed.paidBy === 'mpesa' ? others.map((_, at) => otherCodes[at] ?? '') : []
      return { ...paymentOf<DeskMethod>(typed), otherCodes: codes.some((code) => code !== '') ? codes : [] }
    },
    schema: adminPaymentRoutes[SEND].body,
    refusedAt: { mpesa_code_used: 'code', payment_code_of_other_day: 'code' },
    onSubmit: (body) => act(() => call(SEND, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_refunds_send_title({ amount: showKsh(refund.amount) })}
      explains={sentences(sendText(refund), toldOf(refund))}
      yes={m.admin_refunds_send_button()}
      onClose={onClose}
    >
      <PaymentFields
        form={form}
        ways={refund.purpose === 'unmatched' ? OWN_NUMBER : DESK_METHODS}
        label={m.admin_refunds_send_way_label()}
        codeLabel={first && others.length > 0 ? codeLabelOf(first) : undefined}
        codeHint={m.admin_refunds_send_code_hint()}
        noteHint={m.admin_refunds_send_note_hint()}
        dayLabel={m.admin_refunds_paid_on_label()}
        dayHint={m.admin_refunds_paid_on_hint()}
      >
        {others.map((transfer, index) => (
          <MpesaCodeField
            key={transfer.phone + transfer.name}
            form={form}
            name={`otherCodes.${index}`}
            label={codeLabelOf(transfer)}
            hint={m.admin_refunds_other_code_hint()}
          />
        ))}
      </PaymentFields>
    </FormDialog>
  )
}

const codeLabelOf = ({ amount, phone, name }: RefundTransfer) =>
  m.admin_refunds_code_of_transfer({
    amount: showKsh(amount),
    payer: [name, showPhone(phone)].filter(Boolean).join(', '),
  })

/** By which way the customer hears of it. */
const toldOf = ({ customer: { email }, contactPhone }: RefundTask) =>
  reachWords({ email: email === '' ? null : email, isMuted: false, phone: contactPhone })

/** To whom the money goes; money that matched nothing goes to the number that paid it. */
function sendText(refund: RefundTask): string {
  const { purpose, reference, customer, contactPhone, payers } = refund
  const transfers = transfersOf(payers)
  const recipient = payersInWords(
    payers.length > 1 ? transfers.map((transfer) => ({ ...transfer, code: null })) : payers,
  )
  if (purpose === 'unmatched') return m.admin_refunds_send_own_number({ code: reference, recipient })
  const isKnown = payers.length > 0 && payers.every(({ phone }) => phone !== '')
  if (isKnown && transfers.length === 1) return m.admin_refunds_send_explanation({ recipient })
  if (isKnown) return m.admin_refunds_send_parts({ parts: recipient })
  const person = [customer.name, contactPhone && showPhone(contactPhone)].filter(Boolean).join(', ')
  return m.admin_refunds_send_ask({ customer: person })
}

const MOVE = 'POST /api/admin/refund/:refundId/move'

/** Lets what is owed back pay for something else of its customer. */
export function MoveDialog({ refund, open, onClose }: SendDialogProps) {
  const act = useRefundAction()
  const params = { refundId: refund._id }
  const form = useAppForm({
    defaultValues: { reference: '', reason: '' },
    schema: adminPaymentRoutes[MOVE].body,
    refusedAt: {
      purchase_not_found: 'reference',
      purchase_gone: 'reference',
      purchase_of_other_customer: 'reference',
    },
    onSubmit: (body) => act(() => call(MOVE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_refunds_move_title({ amount: showKsh(refund.amount) })}
      explains={sentences(
        m.admin_refunds_move_text({ reference: refund.reference }),
        refund.purpose !== 'unmatched' && toldOf(refund),
      )}
      yes={m.admin_refunds_move_button()}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="reference"
        label={m.admin_payments_reference_label()}
        hint={m.admin_payments_reference_hint()}
        required
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextField
        form={form}
        name="reason"
        label={m.admin_common_reason_label()}
        hint={m.admin_common_hint_staff()}
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** Does something with a refund and says so. That somebody else was faster is told, any other refusal is thrown. */
export function useRefundAction() {
  const { revalidate } = useRevalidator()
  return async (send: () => Promise<{ message: string }>) => {
    try {
      toast.success((await send()).message)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'refund_wrong_state') throw error
      toast.error(error.message)
    }
    await revalidate()
  }
}

const CONFIRM = 'POST /api/admin/refund/:refundId/confirm'

/** A second person saw on the statement of M-Pesa what another one sent. */
export function ConfirmDialog({ refund, open, onClose }: SendDialogProps) {
  const act = useRefundAction()
  const params = { refundId: refund._id }
  return (
    <ReasonDialog
      open={open}
      title={m.admin_refunds_confirm_title({ amount: showKsh(refund.amount) })}
      explains={sentences(confirmText(refund), notTold())}
      yes={m.admin_refunds_confirm_button()}
      text={{ label: m.admin_common_note_label(), hint: m.admin_common_hint_staff(), required: false }}
      schema={adminPaymentRoutes[CONFIRM].body}
      name="note"
      onDecide={(note) => act(() => call(CONFIRM, { params, body: { note } }))}
      onClose={onClose}
    />
  )
}

function confirmText({ code, transfers }: RefundTask): string {
  if (transfers.length === 0) return m.admin_refunds_confirm_explanation({ code: code ?? '' })
  const each = transfers.map((one) => `${showKsh(one.amount)}: ${one.code}`).join('; ')
  return m.admin_refunds_confirm_transfers({ transfers: each })
}

type ApproveDialogProps = { refund: RefundTask; open: boolean; onClose: () => void }

/** An admin agrees to a refund that somebody else then sends. */
export function ApproveDialog({ refund, open, onClose }: ApproveDialogProps) {
  const act = useRefundAction()
  const params = { refundId: refund._id }
  return (
    <ReasonDialog
      open={open}
      title={m.admin_refunds_approve_title({ amount: showKsh(refund.amount) })}
      explains={sentences(
        m.admin_refunds_approve_explanation({ name: refund.customer.name, reference: refund.reference }),
        notTold(),
      )}
      yes={m.admin_common_approve()}
      text={{ label: m.admin_common_note_label(), hint: m.admin_common_hint_staff(), required: false }}
      schema={adminPaymentRoutes[APPROVE].body}
      name="note"
      onDecide={(note) => act(() => call(APPROVE, { params, body: { note } }))}
      onClose={onClose}
    />
  )
}
