import { amountOfLateDays } from '@twende/contract/bookings/condition/charges.ts'
import { chargeKindLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { markName } from '@twende/contract/bookings/condition/condition-labels.ts'
import { kilometresIncluded } from '@twende/contract/bookings/rental-terms.ts'
import { showKsh } from '@twende/contract/money.ts'
import { DESK_METHODS_OR_LATER, SETTLED_BY_OR_LATER } from '@twende/contract/payments/desk-payment.ts'
import { readTypedCode } from '@twende/contract/payments/mpesa-code-input.ts'
import { m } from '@twende/messages'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { Checkbox, Field, Input, Select } from '@twende/ui/controls/field.tsx'
import { newUuid } from '@twende/ui/form/new-key.ts'
import { Plus, Trash2 } from 'lucide-react'
import { hintOf, UnmatchedChoices, wayOptions } from '../../form/admin-fields.tsx'
import { noPayment } from '../../form/payment-values.ts'
import { chargesOf, type DraftCharge, type ReportDraft, totalOf } from './report-draft.ts'
import type { OpenReport } from './use-report.ts'

const MOST_OTHER_CHARGES = 8

/** What the terms of the booking suggest to charge; staff changes, removes and adds lines. */
export function ChargesStep({ report }: { report: OpenReport }) {
  const { draft, update } = report
  const charges = chargesOf(draft)
  const total = totalOf(charges)
  return (
    <div className="grid gap-4">
      <p className="text-soft">{m.admin_report_charges_hint()}</p>
      <Checkbox
        label={m.admin_report_needs_cleaning({ amount: showKsh(draft.basis.terms.cleaningFee) })}
        checked={draft.needsCleaning}
        onChange={() => update({ needsCleaning: !draft.needsCleaning })}
      />
      {charges.length === 0 ? (
        <p>{m.admin_report_no_charges()}</p>
      ) : (
        <ul className="grid gap-3">
          {charges.map((charge) => (
            <li key={charge.key} className="panel p-3">
              <ChargeLine report={report} charge={charge} />
            </li>
          ))}
        </ul>
      )}
      {draft.otherCharges.length < MOST_OTHER_CHARGES && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() =>
            update(({ otherCharges }) => ({
              otherCharges: [...otherCharges, { id: newUuid(), what: '', amount: '' }],
            }))
          }
        >
          {m.admin_bookings_charge_add()}
        </Button>
      )}
      <p role="status" className="figures flex justify-between border-t border-line pt-3 font-semibold">
        <span>{m.admin_bookings_charges_total()}</span>
        {showKsh(total)}
      </p>
      {charges.length > 0 && <PaidBy report={report} total={total} />}
    </div>
  )
}

function ChargeLine({ report: { draft, update }, charge }: { report: OpenReport; charge: DraftCharge }) {
  const { key, suggested, amount, what } = charge
  const change = (part: { amount?: string; removed?: boolean; what?: string }) =>
    update(({ chargeEdits, otherCharges }) =>
      suggested
        ? { chargeEdits: { ...chargeEdits, [key]: { ...chargeEdits[key], ...part } } }
        : { otherCharges: otherCharges.map((other) => (other.id === key ? { ...other, ...part } : other)) },
    )
  const remove = () =>
    suggested
      ? change({ removed: true })
      : update(({ otherCharges }) => ({ otherCharges: otherCharges.filter(({ id }) => id !== key) }))
  const name = suggested ? chargeKindLabel(charge.kind) : what || m.condition_charge_other()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-end gap-2">
      {suggested ? (
        <div className="self-center">
          <p className="font-semibold">{name}</p>
          <p className="figures text-sm text-soft">{reasonOf(draft, charge)}</p>
        </div>
      ) : (
        <Field label={m.admin_bookings_charge_for()}>
          <Input
            value={what}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => change({ what: target.value })}
          />
        </Field>
      )}
      <Field label={m.admin_report_charge_amount()}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          value={amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
      </Field>
      <IconButton label={m.admin_bookings_charge_remove({ what: name })} onClick={remove}>
        <Trash2 aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  )
}

/** From what a suggested charge was reckoned. */
function reasonOf(draft: ReportDraft, { kind, quantity, markId }: DraftCharge): string {
  const { terms, totalDays } = draft.basis
  if (kind === 'kilometres')
    return m.admin_report_reason_kilometres({
      km: (quantity ?? 0).toLocaleString('en-GB'),
      included: kilometresIncluded(terms, totalDays).toLocaleString('en-GB'),
      rate: showKsh(terms.extraKmRate),
    })
  if (kind === 'fuel')
    return m.admin_report_reason_fuel({ eighths: quantity ?? 0, rate: showKsh(terms.fuelPerEighth) })
  if (kind === 'late')
    return m.admin_report_reason_late({
      count: quantity ?? 0,
      price: showKsh(amountOfLateDays(draft.basis, quantity ?? 0)),
    })
  const mark = draft.marks.find(({ id }) => id === markId)
  return mark ? [markName(mark), mark.note].filter(Boolean).join(': ') : ''
}

function PaidBy({ report: { draft, update }, total }: { report: OpenReport; total: number }) {
  const typed = draft.chargesPayment ?? noPayment
  const change = (part: Partial<typeof noPayment>) => update({ chargesPayment: { ...typed, ...part } })
  // Without a deposit that is held, nothing can be kept.
  const ways = draft.deposit && draft.deposit.held > 0 ? SETTLED_BY_OR_LATER : DESK_METHODS_OR_LATER
  return (
    <div className="grid gap-3">
      <Field label={m.admin_bookings_charges_note_label()} hint={hintOf(typed.paidBy)} required>
        <Select
          value={typed.paidBy}
          onChange={({ target }) => change({ paidBy: ways.find((way) => way === target.value) ?? '' })}
        >
          <option value="">{m.admin_desk_choose()}</option>
          {wayOptions(ways).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {typed.paidBy === 'mpesa' && (
        <Field label={m.admin_common_mpesa_code_label()} hint={m.admin_bookings_code_hint()} required>
          <Input
            value={typed.code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures"
            onChange={({ target }) => change({ code: readTypedCode(target.value) })}
          />
        </Field>
      )}
      {typed.paidBy === 'mpesa' && total > 0 && (
        <UnmatchedChoices amount={total} chosen={typed.code} onChoose={(code) => change({ code })} />
      )}
      <Field label={m.admin_desk_note_label()} hint={m.admin_desk_note_hint()}>
        <Input
          value={typed.note}
          maxLength={300}
          autoComplete="off"
          onChange={({ target }) => change({ note: target.value })}
        />
      </Field>
    </div>
  )
}
