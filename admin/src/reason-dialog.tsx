import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'

export type ReasonDialogProps = {
  open: boolean
  title: string
  explains: string
  yes: string
  danger?: boolean | undefined
  text: { label: string; hint?: string | undefined; required: boolean }
  /** Sentences that are often meant; a tap puts one into the field. */
  usual?: readonly string[] | undefined
  /** Further fields, between the explanation and the text. */
  children?: ReactNode
  /** False keeps the dialog open. */
  onDecide: (text: string) => Promise<boolean>
  onClose: () => void
}

/** Asks before something is decided, with the words that belong to it. Import it lazily. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, title, explains, yes, danger, text, usual, children, onDecide, onClose } = props
  const [typed, setTyped] = useState('')
  const field = useFirstFocus()
  const [tried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const missing = text.required && typed.trim() === ''
  async function decide() {
    if (pending) return
    setTried(true)
    if (missing) return
    setPending(true)
    const done = await onDecide(typed.trim())
    setPending(false)
    if (done) onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void decide()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void decide()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={explains}
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="decision" variant={danger ? 'danger' : 'primary'} pending={pending}>
            {yes}
          </Button>
        </>
      }
    >
      <form id="decision" noValidate className="grid gap-4" onSubmit={submit} onKeyDown={onKeyDown}>
        {children}
        {usual && <UsualWords usual={usual} onChoose={setTyped} />}
        <Field
          label={text.label}
          hint={<Hint>{text.hint}</Hint>}
          error={tried && missing ? 'Please give a reason' : undefined}
          required={text.required}
        >
          <Textarea
            ref={field}
            name="reason"
            rows={3}
            maxLength={500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

/** Where the typing begins, once the dialog has noted where the focus was before. */
function useFirstFocus() {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return field
}

function Hint({ children }: { children: string | undefined }) {
  return (
    <>
      {children} <span className="hidden lg:inline">Ctrl and Enter finish.</span>
    </>
  )
}

function UsualWords({ usual, onChoose }: { usual: readonly string[]; onChoose: (words: string) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Often meant</legend>
      {usual.map((words) => (
        <button
          key={words}
          type="button"
          onClick={() => onChoose(words)}
          className="min-h-11 rounded-md border border-line bg-card px-3 py-2 text-left text-sm hover:border-ink"
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
