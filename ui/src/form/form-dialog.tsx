import { m } from '@twende/messages'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { keptAmounts } from '../controls/dialog-amounts.tsx'
import { Form } from './fields.tsx'
import type { AppForm } from './use-app-form.ts'

type FormDialogProps<Values extends FieldValues> = {
  form: AppForm<Values>
  open: boolean
  title: string
  explains?: ReactNode
  yes: string
  icon?: ReactNode
  danger?: boolean
  size?: 'sm' | 'md'
  children: ReactNode
  onClose: () => void
  /** Called once the form was accepted; closes the dialog if left out. */
  onDone?: () => void
}

/** A dialog that is a form: it closes when the form was sent and accepted. Import it lazily. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, open, title, explains, yes, icon, danger, size = 'sm', children, onClose, onDone } = props
  const id = useId()
  useFirstFocus(form)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.ref.current?.requestSubmit()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || form.pending || onClose()}
      title={title}
      explains={explains}
      size={size}
      footer={
        <>
          <div role="alert" className="contents">
            {form.refusal && (
              <p className="flex w-full items-start gap-2 font-medium text-clay-deep">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
                {keptAmounts(form.refusal)}
              </p>
            )}
          </div>
          <Button variant="quiet" onClick={onClose}>
            {m.common_back()}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            pending={form.pending}
            icon={icon}
          >
            {yes}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" onKeyDown={onKeyDown} onDone={onDone ?? onClose}>
        {children}
      </Form>
    </Dialog>
  )
}

/** The typing begins in the first field, once the dialog has noted where the focus was before. */
function useFirstFocus<Values extends FieldValues>({ ref }: AppForm<Values>) {
  const first = useRef(ref)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      first.current.current
        ?.querySelector<HTMLElement>('[data-first], input:not([type="radio"]), select, textarea')
        ?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
}
