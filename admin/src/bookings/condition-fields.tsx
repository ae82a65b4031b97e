import { Field, Input, Select, Textarea } from '@twende/ui/controls/field.tsx'

export type TypedCondition = { km: string; fuel: string; note: string }
export const noCondition: TypedCondition = { km: '', fuel: '', note: '' }

const FUEL_LEVELS = ['Full', '3/4', '1/2', '1/4', 'Reserve'] as const
const MOST_KM = 2_000_000

/** What is wrong with the reading, if anything; a car does not come back with fewer kilometres. */
export function kmProblem({ km }: TypedCondition, least: number): string | undefined {
  if (km === '') return 'Please read the kilometres'
  if (Number(km) > MOST_KM) return 'Please check the kilometres'
  return Number(km) < least ? `The car left with ${least.toLocaleString('en-GB')} km` : undefined
}

/** As the server reads it. */
export function sentCondition({ km, fuel, note }: TypedCondition) {
  return { km: Number(km), fuel, note: note.trim() }
}

type ConditionFieldsProps = {
  condition: TypedCondition
  onChange: (condition: TypedCondition) => void
  tried: boolean
  /** Kilometres when it left; 0 where it is only leaving. */
  least?: number
}

/** Kilometres, fuel and a note, as the car stands in the yard. */
export function ConditionFields({ condition, onChange, tried, least = 0 }: ConditionFieldsProps) {
  const { km, fuel, note } = condition
  const driven = least > 0 && Number(km) >= least ? Number(km) - least : undefined
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          label="Kilometres"
          required
          hint={driven === undefined ? undefined : `${driven.toLocaleString('en-GB')} km driven`}
          error={tried ? kmProblem(condition, least) : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={km}
            onChange={({ target }) =>
              onChange({ ...condition, km: target.value.replace(/\D/g, '').slice(0, 7) })
            }
            className="figures"
          />
        </Field>
        <Field label="Fuel" required error={tried && fuel === '' ? 'Please read the fuel' : undefined}>
          <Select value={fuel} onChange={({ target }) => onChange({ ...condition, fuel: target.value })}>
            <option value="">Choose</option>
            {FUEL_LEVELS.map((level) => (
              <option key={level}>{level}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Note" hint="Scratches, a missing spare wheel, papers in the car.">
        <Textarea
          rows={2}
          maxLength={500}
          value={note}
          onChange={({ target }) => onChange({ ...condition, note: target.value })}
        />
      </Field>
    </>
  )
}
