import { DriverPapers } from '@twende/contract/drivers/driver.ts'
import { driverProblems, LICENCE_CLASSES, type RentalDays } from '@twende/contract/drivers/driver-rules.ts'
import { m } from '@twende/messages'
import { CircleAlert } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { DateField, Form, SelectField, TextField } from '../form/fields.tsx'
import { useAppForm } from '../form/use-app-form.ts'
import { useAttemptKey } from '../form/use-attempt-key.ts'
import {
  driverPhotoLabels,
  driverProblemLabels,
  identityKindLabels,
  licenceOriginLabels,
} from './driver-labels.ts'
import { PhotoField } from './photo-field.tsx'

export type SentPapers = {
  body: DriverPapers
  photos: ReadonlyMap<string, Blob>
  idempotencyKey: string
}

type DriverFormProps = {
  /** What is known already. */
  known: { fullName: string; licenceNumber: string }
  rental: RentalDays
  send: (papers: SentPapers) => Promise<unknown>
  onDone: () => void
  onBack: () => void
}

type Photo = Blob | null
const noPhoto = (): Photo => null

const options = <Value extends string>(labels: Record<Value, () => string>) =>
  Object.entries<() => string>(labels).map(([value, label]) => ({ value, label: label() }))

/** The papers of one driver, with photos by the camera. Whatever goes wrong, all of it stays. Import it lazily. */
export function DriverForm({ onDone, onBack, ...given }: DriverFormProps) {
  const form = useDriverForm(given)
  return (
    <Form form={form} label={m.driver_form_title()} className="grid gap-4" onDone={onDone}>
      <PaperFields form={form} />
      <PhotoFields form={form} />
      <div role="alert">
        {form.refusal && (
          <p className="flex items-start gap-2 font-medium text-clay-deep">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {form.refusal}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={form.pending}>
          {m.driver_form_yes()}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {m.common_back()}
        </Button>
      </div>
    </Form>
  )
}

function useDriverForm({ known, rental, send }: Pick<DriverFormProps, 'known' | 'rental' | 'send'>) {
  const attempt = useAttemptKey()
  return useAppForm({
    defaultValues: {
      ...known,
      birthDate: '',
      licenceOrigin: 'kenya',
      licenceClass: 'B',
      licenceExpires: '',
      identityKind: 'national_id',
      identityNumber: '',
      licenceFront: noPhoto(),
      licenceBack: noPhoto(),
      identityFront: noPhoto(),
    },
    bodyOf: ({ licenceFront: _, licenceBack: __, identityFront: ___, ...papers }) => papers,
    schema: DriverPapers,
    check: (typed) => ({
      ...problemsOf(typed, rental),
      licenceFront: typed.licenceFront ? undefined : m.driver_photo_missing(),
      licenceBack: typed.licenceBack ? undefined : m.driver_photo_missing(),
      identityFront: typed.identityFront ? undefined : m.driver_photo_missing(),
    }),
    refusedAt: {
      driver_too_young: 'birthDate',
      driver_class_insufficient: 'licenceClass',
      driver_licence_ends: 'licenceExpires',
    },
    unreachable: m.driver_form_broke_off(),
    onSubmit: async (papers, { licenceFront, licenceBack, identityFront }) => {
      const photos = new Map<string, Blob>()
      for (const [name, photo] of Object.entries({ licenceFront, licenceBack, identityFront }))
        if (photo) photos.set(name, photo)
      const sizes = [...photos].map(([name, { size }]) => [name, size])
      const idempotencyKey = attempt.keyOf({ papers, sizes })
      await send({ body: DriverPapers.parse(papers), photos, idempotencyKey })
      attempt.done()
    },
  })
}

type FormOfDriver = { form: ReturnType<typeof useDriverForm> }

function PaperFields({ form }: FormOfDriver) {
  const isForeign = form.watch('licenceOrigin') !== 'kenya'
  const isOfDigits = form.watch('identityKind') === 'national_id'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField form={form} name="fullName" label={m.driver_form_full_name()} autoComplete="name" required />
      <DateField form={form} name="birthDate" label={m.driver_form_birth_date()} required />
      <SelectField
        form={form}
        name="licenceOrigin"
        label={m.driver_form_licence_origin()}
        options={options(licenceOriginLabels)}
        deps={['licenceNumber']}
      />
      <TextField
        form={form}
        name="licenceNumber"
        label={m.driver_form_licence_number()}
        placeholder={isForeign ? undefined : 'DL-1234567'}
        autoComplete="off"
        figures
        required
      />
      <SelectField
        form={form}
        name="licenceClass"
        label={m.driver_form_licence_class()}
        options={LICENCE_CLASSES.map((name) => ({ value: name, label: name }))}
      />
      <DateField form={form} name="licenceExpires" label={m.driver_form_licence_expires()} required />
      <SelectField
        form={form}
        name="identityKind"
        label={m.driver_form_identity_kind()}
        options={options(identityKindLabels)}
        deps={['identityNumber']}
      />
      <TextField
        form={form}
        name="identityNumber"
        label={m.driver_form_identity_number()}
        inputMode={isOfDigits ? 'numeric' : undefined}
        autoComplete="off"
        figures
        required
      />
    </div>
  )
}

const photoNames = ['licenceFront', 'licenceBack', 'identityFront'] as const

function PhotoFields({ form }: FormOfDriver) {
  const photos = form.watch(photoNames)
  const othersOf = (name: (typeof photoNames)[number]) => {
    const others = photoNames.flatMap((other, at): [string, Blob][] => {
      const photo = photos[at]
      return photo && other !== name ? [[driverPhotoLabels[other](), photo]] : []
    })
    return new Map(others)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{m.driver_form_photos()}</legend>
      <p className="mb-3 text-sm text-soft">{m.driver_form_photos_hint()}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        {photoNames.map((name) => (
          <PhotoField
            key={name}
            form={form}
            name={name}
            label={driverPhotoLabels[name]()}
            others={othersOf(name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type Typed = { birthDate: string; licenceClass: string; licenceExpires: string }

/** What keeps the driver from this rental, at its field, before the photos are sent. */
function problemsOf({ birthDate, licenceClass, licenceExpires }: Typed, rental: RentalDays) {
  const known = LICENCE_CLASSES.find((name) => name === licenceClass)
  if (!known || !birthDate || !licenceExpires) return {}
  const problems = driverProblems({ birthDate, licenceClass: known, licenceExpires }, rental)
  const told = (problem: (typeof problems)[number]) =>
    problems.includes(problem) ? driverProblemLabels[problem]() : undefined
  return {
    birthDate: told('driver_too_young'),
    licenceClass: told('driver_class_insufficient'),
    licenceExpires: told('driver_licence_ends'),
  }
}
