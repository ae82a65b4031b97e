import type { ListingPaymentProof } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { useEffect, useState } from 'react'
import type { Decision } from './listing-words.ts'

type DecisionNumberProps = {
  decision: Decision
  paymentProof: ListingPaymentProof | null
  onChange: (number: number | undefined) => void
}

const USUAL_DAYS = 7

/** The one number that some decisions take: what arrived, or how many days are given. */
export function DecisionNumber({ decision, paymentProof, onChange }: DecisionNumberProps) {
  const asked = decision === 'approve' ? (paymentProof?.amountRead ?? paymentProof?.amountTyped) : USUAL_DAYS
  const [typed, setTyped] = useState(String(asked ?? ''))
  const takesNumber = decision === 'approve' || decision === 'extend'
  const number = /^\d{1,9}$/.test(typed) && takesNumber ? Number(typed) : undefined
  useEffect(() => onChange(number), [number, onChange])
  if (!takesNumber) return null
  const extends_ = decision === 'extend'
  return (
    <Field
      label={extends_ ? 'Days' : 'Amount that arrived (Ksh)'}
      hint={
        extends_ || !paymentProof ? undefined : `The seller entered ${showKsh(paymentProof.amountTyped)}.`
      }
    >
      <Input
        inputMode="numeric"
        name="number"
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        className="figures"
      />
    </Field>
  )
}
