import { m } from '@twende/messages'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { type Bound, useBound } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type FormSchema, useAppForm } from '@twende/ui/form/use-app-form.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

export type ReasonDialogProps = {
  open: boolean
  title: string
  explains: ReactNode
  yes: string
  danger?: boolean | undefined
  text: { label: string; hint?: string | undefined; required: boolean }
  /** Sentences that are often meant; a tap puts one into the field. */
  usual?: readonly string[] | undefined
  /** The contract's schema of the request, in which the text is the `reason` or the `note`. */
  schema: FormSchema
  name?: 'reason' | 'note' | undefined
  /** What else the schema reads of the request. */
  rest?: object
  /** Sends it; throws what it was refused with. */
  onDecide: (text: string) => Promise<void>
  onClose: () => void
}

/** Asks before something is decided, with the words that belong to it. Import it lazily. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { text, usual, schema, name = 'reason', rest, onDecide, ...dialog } = props
  const form = useAppForm<Record<string, string>>({
    defaultValues: { [name]: '' },
    bodyOf: (typed) => ({ ...rest, ...typed }),
    schema,
    // Where it depends on what is decided, the schema leaves it to the server.
    check: ({ [name]: typed = '' }) => ({
      [name]: text.required && typed.trim() === '' ? m.validation_reason_missing() : undefined,
    }),
    onSubmit: (_, typed) => onDecide((typed[name] ?? '').trim()),
  })
  return (
    <FormDialog form={form} {...dialog} danger={dialog.danger ?? false}>
      <ReasonField form={form} name={name} {...text} suggestions={usual} />
    </FormDialog>
  )
}

/** A reason or a note of several lines, with sentences that are often meant. */
export function ReasonField<Values extends FieldValues>(
  props: Bound<Values> & { suggestions?: readonly string[] | undefined },
) {
  const { frame, control } = useBound<Values>(props)
  const { suggestions = [] } = props
  return (
    <>
      {suggestions.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{m.admin_common_reason_suggestions()}</legend>
          {suggestions.map((words) => (
            <button
              key={words}
              type="button"
              onClick={() => control.onChange(words)}
              className="min-h-11 rounded-md border border-line bg-card px-3 py-2 text-left text-sm hover:border-ink"
            >
              {words}
            </button>
          ))}
        </fieldset>
      )}
      <Field
        {...frame}
        hint={
          <>
            {frame.hint} <span className="hidden lg:inline">{m.admin_common_reason_shortcut()}</span>
          </>
        }
      >
        <Textarea {...control} rows={3} />
      </Field>
    </>
  )
}
