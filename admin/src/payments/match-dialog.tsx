import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { call } from '@twende/ui/api/call.ts'
import { Checkbox, Field, Input } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ReasonDialog } from '../reason-dialog.tsx'

type MatchDialogProps = { money: PaymentListItem; open: boolean; onClose: () => void }

/** Asks what money was paid for that M-Pesa alone told us of. */
export function MatchDialog({ money, open, onClose }: MatchDialogProps) {
  const [reference, setReference] = useState(looksLikeReference(money.reference) ? money.reference : '')
  const [giveBack, setGiveBack] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  async function decide(reason: string): Promise<boolean> {
    setProblem(undefined)
    try {
      const body = { reference, giveBack, reason }
      const { message } = await call('POST /api/admin/receipt/:receipt/match', {
        params: { receipt: money._id },
        body,
      })
      toast.success(message)
      await revalidate()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const late = error.code === 'payment_wrong_state'
      if (late) {
        toast.error(error.message)
        await revalidate()
      } else setProblem(error.message)
      return late
    }
  }
  return (
    <ReasonDialog
      open={open}
      title={`Match ${showKsh(money.received ?? 0)}`}
      explains={`${money.payer || 'Somebody'} paid with code ${money.code ?? ''}. Say what for: it counts as paid at once.`}
      yes={giveBack ? 'Give back' : 'Match'}
      danger={giveBack}
      text={{
        label: 'Reason',
        hint: giveBack ? 'The customer reads this.' : 'Only staff reads this.',
        required: true,
      }}
      usual={['The customer called and told us', 'The reference was mistyped']}
      onDecide={decide}
      onClose={onClose}
    >
      <Field label="Reference" hint="BK…, CAR… or ORD…" error={problem} required>
        <Input
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={reference}
          onChange={({ target }) => setReference(target.value.toUpperCase())}
        />
      </Field>
      <Checkbox
        label="It cannot be used: give it back to this customer"
        checked={giveBack}
        onChange={({ target }) => setGiveBack(target.checked)}
      />
    </ReasonDialog>
  )
}

const looksLikeReference = (text: string) => /^(?:BK|CAR|ORD)\d+$/i.test(text)
