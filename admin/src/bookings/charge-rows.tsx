import { showKsh } from '@twende/contract/money.ts'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { Field, FieldError, Input } from '@twende/ui/controls/field.tsx'
import { newKey } from '@twende/ui/form/new-key.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'

export type TypedCharge = { key: string; what: string; amount: string }

const MOST_CHARGES = 20
const MOST = 1_000_000
const usual = ['Fuel', 'Late return', 'Extra kilometres', 'Cleaning', 'Damage'] as const

export function totalOf(charges: readonly TypedCharge[]): number {
  return charges.reduce((sum, { amount }) => sum + Number(amount), 0)
}

/** What is missing from a charge, if anything. */
export function chargeProblem({ what, amount }: TypedCharge): string | undefined {
  if (what.trim() === '') return 'Please say what the charge is for'
  if (Number(amount) < 1) return 'A charge is at least Ksh 1'
  return Number(amount) > MOST ? 'A charge is at most Ksh 1,000,000' : undefined
}

type ChargeRowsProps = {
  charges: readonly TypedCharge[]
  onChange: (charges: readonly TypedCharge[]) => void
  tried: boolean
}

/** What is charged beyond the rental, row by row, with its sum. */
export function ChargeRows({ charges, onChange, tried }: ChargeRowsProps) {
  const list = useId()
  const add = (what: string) => onChange([...charges, { key: newKey(), what, amount: '' }])
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="sr-only">Extra charges</legend>
      <p aria-hidden="true" className="text-sm font-semibold">
        Extra charges
      </p>
      <datalist id={list}>
        {usual.map((what) => (
          <option key={what} value={what} />
        ))}
      </datalist>
      {charges.map((charge, at) => (
        <ChargeRow
          key={charge.key}
          charge={charge}
          list={list}
          problem={tried ? chargeProblem(charge) : undefined}
          onChange={(changed) => onChange(charges.with(at, changed))}
          onRemove={() => onChange(charges.toSpliced(at, 1))}
        />
      ))}
      {charges.length < MOST_CHARGES && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => add('')}
        >
          Add a charge
        </Button>
      )}
      {charges.length > 0 && (
        <p role="status" className="figures flex justify-between border-t border-line pt-3 font-semibold">
          <span>Total of charges</span>
          {showKsh(totalOf(charges))}
        </p>
      )}
    </fieldset>
  )
}

type ChargeRowProps = {
  charge: TypedCharge
  list: string
  problem: string | undefined
  onChange: (charge: TypedCharge) => void
  onRemove: () => void
}

function ChargeRow({ charge, list, problem, onChange, onRemove }: ChargeRowProps) {
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-end gap-2">
        <Field label="For">
          <Input
            list={list}
            maxLength={80}
            autoComplete="off"
            value={charge.what}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => onChange({ ...charge, what: target.value })}
          />
        </Field>
        <Field label="Ksh">
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={charge.amount}
            onChange={({ target }) =>
              onChange({ ...charge, amount: target.value.replace(/\D/g, '').slice(0, 7) })
            }
            className="figures"
          />
        </Field>
        <IconButton label={`Remove the charge ${charge.what}`} className="mb-0.5" onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  )
}
