import { m } from '@twende/messages'
import { Checkbox } from '@twende/ui/controls/field.tsx'
import { TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import type { Places } from './dates-step.tsx'
import { ExtrasPart } from './extras-part.tsx'
import type { PeriodCheck } from './use-period-check.ts'
import { bindChoice, type WizardFields } from './wizard-fields.ts'

type CustomerStepProps = { fields: WizardFields; places: Places; check: PeriodCheck }

/** Step 2: who drives, how we reach them, and what they want beside the car. */
export function CustomerStep({ fields, places, check }: CustomerStepProps) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField {...bindChoice(fields, 'firstName')} required autoComplete="given-name" maxLength={60} />
      <LastName fields={fields} />
      <TextField
        {...bindChoice(fields, 'email')}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...bindChoice(fields, 'phone')}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        placeholder="0712 345 678"
      />
      <TextField
        {...bindChoice(fields, 'licenseNumber')}
        optional
        autoComplete="off"
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        hint={m.book_licence_hint()}
      />
      <TextField {...bindChoice(fields, 'address')} optional autoComplete="street-address" maxLength={200} />
      <TextareaField
        {...bindChoice(fields, 'specialRequests')}
        optional
        maxLength={1000}
        rows={3}
        placeholder={m.book_requests_placeholder()}
        className="sm:col-span-2"
      />
      <ExtrasPart fields={fields} places={places} check={check} />
    </div>
  )
}

/** Many people have one name only. */
function LastName({ fields }: { fields: WizardFields }) {
  const { choices, change } = fields
  const hasNone = choices.oneName === 'yes'
  return (
    <div>
      <TextField
        {...bindChoice(fields, 'lastName')}
        required={!hasNone}
        disabled={hasNone}
        autoComplete="family-name"
        maxLength={60}
      />
      <Checkbox
        className="mt-2"
        checked={hasNone}
        onChange={({ target }) => change({ oneName: target.checked ? 'yes' : '', lastName: '' })}
        label={m.common_one_name_only()}
      />
    </div>
  )
}
