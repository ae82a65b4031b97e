import { m } from '@twende/messages'
import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { overlayLook, useCloseOnBack } from './dialog.tsx'
import { keptAmounts } from './dialog-amounts.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export type ConfirmDialogProps = {
  open: boolean
  /** The question, word for word. */
  sentence: string
  /** What follows from a yes, such as the refund. */
  children?: ReactNode
  yes?: string | undefined
  no?: string | undefined
  danger?: boolean | undefined
  pending?: boolean | undefined
  onYes: () => void
  onNo: () => void
}

/** Asks before something that cannot be undone; the harmless answer has the focus. Import it lazily. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    sentence,
    children,
    yes = m.common_yes(),
    no = m.common_no(),
    danger,
    pending,
    onYes,
    onNo,
  } = props
  const focus = useReturnFocus()
  useCloseOnBack(open && !pending, onNo)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next || pending ? undefined : onNo())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayLook} />
        <AlertDialog.Content
          {...focus}
          {...(children ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-0 z-50 m-auto h-fit max-h-[90dvh] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-lg bg-paper p-6 shadow-lift outline-none data-[state=open]:animate-lift data-[state=closed]:animate-vanish"
        >
          <AlertDialog.Title className="text-xl leading-snug">{keptAmounts(sentence)}</AlertDialog.Title>
          {children && (
            <AlertDialog.Description asChild>
              <div className="mt-3 text-soft">{keptAmounts(children)}</div>
            </AlertDialog.Description>
          )}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{no}</Button>
            </AlertDialog.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onYes}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
