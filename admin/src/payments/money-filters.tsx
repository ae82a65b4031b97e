import {
  MONEY_METHODS,
  payableTypeLabels,
  paymentMethodLabels,
} from '@twende/contract/payments/payment-choices.ts'
import { PAYMENT_STATUSES } from '@twende/contract/payments/payment-status.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { DateInput, Field, Select } from '@twende/ui/controls/field.tsx'
import type { MoneySearch } from './money-search.ts'
import { statusWord } from './money-words.ts'

type Filters = Partial<Record<'purpose' | 'method' | 'status' | 'fromDay' | 'toDay', string | undefined>>
type MoneyFiltersProps = { id: string; search: MoneySearch; onChange: (changed: Filters) => void }

const none: Filters = {
  purpose: undefined,
  method: undefined,
  status: undefined,
  fromDay: undefined,
  toDay: undefined,
}
const purposes = Object.entries(payableTypeLabels)
const methods = MONEY_METHODS.map((method) => [method, paymentMethodLabels[method]] as const)
const statuses = PAYMENT_STATUSES.map((status) => [status, statusWord(status)] as const)

/** Which money of the queue is meant: what for, how, in which state, on which days. */
export function MoneyFilters({ id, search, onChange }: MoneyFiltersProps) {
  const choice = (name: 'purpose' | 'method' | 'status', options: readonly (readonly [string, string])[]) => (
    <Select
      value={search[name] ?? ''}
      onChange={({ target }) => onChange({ [name]: target.value || undefined })}
    >
      <option value="">Any</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
  const day = (name: 'fromDay' | 'toDay') => (
    <DateInput
      value={search[name] ?? ''}
      onChange={({ target }) => onChange({ [name]: target.value || undefined })}
    />
  )
  return (
    <section
      id={id}
      aria-label="Filters"
      className="panel mt-3 grid grid-cols-2 gap-3 p-4 md:grid-cols-3 xl:grid-cols-6"
    >
      <Field label="For">{choice('purpose', purposes)}</Field>
      <Field label="Way">{choice('method', methods)}</Field>
      <Field label="Status">{choice('status', statuses)}</Field>
      <Field label="From">{day('fromDay')}</Field>
      <Field label="Until">{day('toDay')}</Field>
      <Button variant="quiet" className="self-end" onClick={() => onChange(none)}>
        Clear filters
      </Button>
    </section>
  )
}
