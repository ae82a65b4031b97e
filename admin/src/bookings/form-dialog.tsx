import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { CircleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

export type FormDialogProps = {
  open: boolean
  title: string
  explains?: ReactNode
  yes: string
  danger?: boolean
  size?: 'sm' | 'md'
  /** Whether something typed or missing must be mended first. */
  wrong: boolean
  /** The fields; `tried` once somebody sent the form, so that they say what is wrong. */
  children: (tried: boolean) => ReactNode
  /** Answers what is wrong, or nothing when the dialog may close. */
  onSend: () => Promise<string | undefined>
  onClose: () => void
}

/** A dialog that is a form: says what is wrong with it, and closes when it is done. Import it lazily. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, explains, yes, danger, size = 'sm', wrong, children, onSend, onClose } = props
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const id = useId()
  const form = useFirstFocus()
  async function send() {
    if (pending) return
    setTried(true)
    setRefusal(undefined)
    if (wrong) return focusOnWrong(form.current)
    setPending(true)
    try {
      const problem = await onSend()
      if (problem === undefined) onClose()
      else setRefusal(problem)
    } finally {
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || pending || onClose()}
      title={title}
      description={explains}
      size={size}
      footer={
        <>
          {refusal && (
            <p role="alert" className="flex w-full items-start gap-2 font-medium text-clay-deep">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {refusal}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} pending={pending}>
            {yes}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate className="grid gap-4" onSubmit={submit} onKeyDown={onKeyDown}>
        {children(tried)}
      </form>
    </Dialog>
  )
}

function focusOnWrong(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** The typing begins in the first field, once the dialog has noted where the focus was before. */
function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>('[data-first], input:not([type="radio"]), select, textarea')
        ?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return form
}
