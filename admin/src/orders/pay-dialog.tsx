import { showKsh } from '@twende/contract/money.ts'
import { isMpesaCode } from '@twende/contract/payments/refund-rules.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { useState } from 'react'
import { FormDialog } from '../bookings/form-dialog.tsx'
import { USUAL_WAYS_TO_PAY, WordsField } from '../bookings/words-field.tsx'
import { MpesaCodeField } from '../mpesa-code-field.tsx'

type PayDialogProps = {
  order: StaffOrder
  open: boolean
  /** Answers what is wrong, or nothing when the dialog may close. */
  onPay: (how: { note: string; code: string }) => Promise<string | undefined>
  onClose: () => void
}

/** Notes the money that staff took for an order. Import it lazily. */
export function PayDialog({ order, open, onPay, onClose }: PayDialogProps) {
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  const badCode = code !== '' && !isMpesaCode(code)
  const nothing = code === '' && note.trim() === ''
  return (
    <FormDialog
      open={open}
      title="Was this order paid?"
      explains={`Only when you have seen the money. ${showKsh(order.amount)} is kept as paid, and the customer gets a receipt.`}
      yes="Note a payment"
      wrong={badCode || nothing}
      onSend={() => onPay({ note: note.trim(), code })}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <MpesaCodeField
            hint="Of the customer's payment; a code counts once. Leave it empty for cash or a card."
            error={tried && badCode ? 'This is not written like an M-Pesa code' : undefined}
            value={code}
            onChange={setCode}
          />
          <WordsField
            label="How it was paid"
            required={code === ''}
            value={note}
            onChange={setNote}
            usual={USUAL_WAYS_TO_PAY}
            error={tried && nothing ? 'Please say how it was paid' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}
