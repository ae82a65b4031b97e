import { fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { equipmentLabels } from '@twende/contract/bookings/condition/condition-labels.ts'
import { EQUIPMENT, FULL_TANK } from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'
import { Checkbox, Field, Input, Textarea } from '@twende/ui/controls/field.tsx'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { useId } from 'react'
import { isUnlikely, type ReportDraft } from './report-draft.ts'
import type { OpenReport } from './use-report.ts'

const EIGHTHS = Array.from({ length: FULL_TANK + 1 }, (_, eighths) => eighths)

/** Kilometres and fuel as the car shows them; at a return beside those of the handover. */
export function MetersStep({ report: { draft, update } }: { report: OpenReport }) {
  const before = draft.kind === 'return' ? draft.basis.handover : null
  const { lastReading } = draft.basis
  const name = useId()
  return (
    <div className="grid gap-5">
      <Field
        label={m.admin_bookings_km_label()}
        required
        hint={lastReading ? lastWords(draft, lastReading.km) : undefined}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          value={draft.km}
          onChange={({ target }) => update({ km: target.value })}
        />
      </Field>
      {isUnlikely(draft) && (
        <Checkbox
          label={m.admin_report_km_confirm({ km: wholeNumber(draft.km).toLocaleString('en-GB') })}
          checked={draft.confirmedKm === draft.km}
          onChange={() => update({ confirmedKm: draft.confirmedKm === draft.km ? undefined : draft.km })}
        />
      )}
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">{m.admin_bookings_fuel_label()}</legend>
        <div className="grid grid-cols-5 gap-2">
          {EIGHTHS.map((eighths) => (
            <label
              key={eighths}
              className="figures relative grid min-h-12 place-items-center rounded-md border border-edge bg-card text-center text-sm font-semibold has-checked:border-acacia has-checked:bg-acacia has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-acacia"
            >
              <input
                type="radio"
                name={name}
                checked={draft.fuel === eighths}
                onChange={() => update({ fuel: eighths })}
                className="sr-only"
              />
              {fuelLabel(eighths)}
            </label>
          ))}
        </div>
        {before && (
          <p className="mt-2 text-sm text-soft">
            {m.admin_report_fuel_before({ level: fuelLabel(before.fuel) })}
          </p>
        )}
      </fieldset>
      <Field label={m.admin_bookings_note_label()}>
        <Textarea
          rows={2}
          maxLength={500}
          value={draft.note}
          onChange={({ target }) => update({ note: target.value })}
        />
      </Field>
    </div>
  )
}

/** The last reading; at a return, once more is typed, what was driven. */
function lastWords({ km: typed, kind }: ReportDraft, last: number): string {
  const km = wholeNumber(typed)
  if (kind === 'return' && km >= last)
    return m.admin_bookings_km_driven({ km: (km - last).toLocaleString('en-GB') })
  return m.admin_report_km_last({ km: last.toLocaleString('en-GB') })
}

/** What is in the car; what is missing is unticked. */
export function EquipmentStep({ report: { draft, update } }: { report: OpenReport }) {
  const had = draft.kind === 'return' ? draft.basis.handover?.equipment : undefined
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-2 text-soft">{m.admin_report_equipment_hint()}</legend>
      {EQUIPMENT.map((item) => {
        const isThere = draft.equipment.includes(item)
        const isLost = had?.includes(item) && !isThere
        return (
          <Checkbox
            key={item}
            label={
              <>
                {equipmentLabels[item]()}
                {isLost && (
                  <span className="block text-sm text-clay-deep">{m.admin_report_equipment_lost()}</span>
                )}
              </>
            }
            checked={isThere}
            onChange={() =>
              update(({ equipment }) => ({
                equipment: isThere ? equipment.filter((one) => one !== item) : [...equipment, item],
              }))
            }
          />
        )
      })}
    </fieldset>
  )
}
