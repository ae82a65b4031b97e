import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Field, Input, Select, Textarea } from '@twende/ui/controls/field.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { PictureSlots } from '@twende/ui/pictures/picture-slots.tsx'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { useFormPictures } from './form-pictures.ts'
import type { ThingForm } from './use-thing-form.ts'

type Wired<Name extends string> = {
  form: ThingForm<Name>
  name: Name
  label: string
  hint?: ReactNode
  required?: boolean
}

function wiring<Name extends string>({ form, name }: Wired<Name>) {
  return {
    name,
    value: form.values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      const change: Partial<Record<Name, string>> = {}
      change[name] = target.value
      form.change(change)
    },
  }
}

/** One line of text; a figure with `figure`. */
export function TextField<Name extends string>(
  props: Wired<Name> & { most?: number; figure?: boolean; placeholder?: string },
) {
  const { form, name, label, hint, required, most, figure, placeholder } = props
  return (
    <Field label={label} hint={hint} required={required} error={form.problems[name]}>
      <Input
        autoComplete="off"
        maxLength={most ?? (figure ? 9 : 120)}
        inputMode={figure ? 'numeric' : undefined}
        placeholder={placeholder}
        className={figure ? 'figures' : undefined}
        {...wiring(props)}
      />
    </Field>
  )
}

export function LongField<Name extends string>(props: Wired<Name> & { most: number }) {
  const { form, name, label, hint, required, most } = props
  return (
    <Field label={label} hint={hint} required={required} error={form.problems[name]}>
      <Textarea rows={5} maxLength={most} {...wiring(props)} />
    </Field>
  )
}

type Option = { value: string; label: string }

export function ChoiceField<Name extends string>(
  props: Wired<Name> & { options: readonly Option[]; empty?: string },
) {
  const { form, name, label, hint, required, options, empty } = props
  const known = options.some(({ value }) => value === form.values[name])
  return (
    <Field label={label} hint={hint} required={required} error={form.problems[name]}>
      <Select {...wiring(props)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {!known && form.values[name] !== '' && <option value={form.values[name]}>{form.values[name]}</option>}
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** One subject of a form. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel grid gap-5 p-4 sm:p-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

type PicturesPartProps = {
  pictures: ReturnType<typeof useFormPictures>
  missing: string | undefined
  subject: string
}

export function PicturesPart({ pictures, missing, subject }: PicturesPartProps) {
  return (
    <FormPart title="Pictures">
      <PictureSlots
        pictures={pictures.pictures}
        subject={subject}
        processing={pictures.processing}
        problems={missing ? [...pictures.problems, missing] : pictures.problems}
        onAdd={pictures.add}
        onMove={pictures.move}
        onRemove={pictures.remove}
      />
    </FormPart>
  )
}

type ConflictProps = { shown: boolean; onCatchUp: (mine: boolean) => void }

/** Somebody else saved first: what to do about what was typed here. */
export function ConflictNote({ shown, onCatchUp }: ConflictProps) {
  return (
    <div role="alert" className="contents">
      {shown && (
        <div className="grid gap-3 rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
          <p className="flex items-start gap-2">
            <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span>
              <strong>Someone else changed this.</strong> Nothing of yours was saved yet.
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" onClick={() => onCatchUp(true)}>
              Keep my changes
            </Button>
            <Button size="sm" variant="secondary" onClick={() => onCatchUp(false)}>
              Take theirs
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

type SaveBarProps = ConflictProps & {
  trouble: string
  pending: boolean
  yes: string
  back: string
}

/** What is in the way of saving, and the buttons, always in reach. */
export function SaveBar({ shown, onCatchUp, trouble, pending, yes, back }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 grid gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
      <FormProblem>{trouble}</FormProblem>
      <ConflictNote shown={shown} onCatchUp={onCatchUp} />
      <div className="flex gap-3">
        <LinkButton to={back} variant="secondary" className="flex-1 md:flex-none">
          Cancel
        </LinkButton>
        <Button type="submit" pending={pending} disabled={shown} className="flex-1 md:flex-none">
          {yes}
        </Button>
      </div>
    </div>
  )
}
