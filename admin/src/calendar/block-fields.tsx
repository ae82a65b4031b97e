import { DateInput, Field } from '@twende/ui/controls/field.tsx'
import { TimeField } from '../bookings/walk-in-fields.tsx'
import { WordsField } from '../bookings/words-field.tsx'
import type { Block } from './use-block.ts'

const usual = ['Service', 'Repair', 'New tyres', 'Cleaning', 'Inspection'] as const

/** From when to when a car is kept off the road, and why. */
export function BlockFields({ block, tried }: { block: Block; tried: boolean }) {
  const { wish, change, problems } = block
  return (
    <>
      <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
        <Field label="From" required>
          <DateInput value={wish.startDate} onChange={({ target }) => change({ startDate: target.value })} />
        </Field>
        <TimeField label="From time" value={wish.startTime} onChoose={(startTime) => change({ startTime })} />
        <Field label="Until" required error={tried ? problems.end : undefined}>
          <DateInput
            min={wish.startDate}
            value={wish.endDate}
            onChange={({ target }) => change({ endDate: target.value })}
          />
        </Field>
        <TimeField label="Until time" value={wish.endTime} onChoose={(endTime) => change({ endTime })} />
      </div>
      <WordsField
        label="Reason"
        required
        value={wish.reason}
        onChange={(reason) => change({ reason })}
        usual={usual}
        error={tried ? problems.reason : undefined}
      />
    </>
  )
}
