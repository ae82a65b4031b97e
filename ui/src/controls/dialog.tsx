import { m } from '@twende/messages'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { classes } from './classes.ts'
import { keptAmounts } from './dialog-amounts.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title, read out when the dialog opens. */
  description?: ReactNode
  /** Instead of it, a longer text, which scrolls with the content: a phone would have no room left between it and the buttons. */
  explains?: ReactNode
  /** Keeps title and description for screen readers only. */
  titleHidden?: boolean | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  children?: ReactNode
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' } as const

export const overlayLook =
  'fixed inset-0 z-50 bg-ink/55 data-[state=open]:animate-appear data-[state=closed]:animate-vanish no-print'

/** Of the HTML standard, and not yet among TypeScript's types of a browser. */
declare class CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/**
 * Lets what closes things on a phone, the Back of Android, close this instead of leaving the page. Where a browser has no
 * `CloseWatcher`, Back leaves the page, as on a desktop.
 */
export function useCloseOnBack(open: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || !('CloseWatcher' in window)) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => close()
    return () => watcher.destroy()
  }, [open])
}

/** A dialog in the middle of the screen, rising from the bottom edge on phones. Import it lazily. */
export function Dialog({ size = 'md', ...props }: DialogProps) {
  return (
    <ModalFrame
      {...props}
      place={classes(
        'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg data-[state=open]:animate-rise data-[state=closed]:animate-sink',
        'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[min(92dvh,54rem)] sm:w-[calc(100%-3rem)] sm:rounded-lg sm:data-[state=open]:animate-lift sm:data-[state=closed]:animate-vanish',
        widths[size],
      )}
    />
  )
}

/** A panel from the bottom on phones and from the right on larger screens. Import it lazily. */
export function Sheet(props: Omit<DialogProps, 'size'>) {
  return (
    <ModalFrame
      {...props}
      place={classes(
        'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-lg data-[state=open]:animate-rise data-[state=closed]:animate-sink',
        'sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-[26rem] sm:rounded-t-none sm:rounded-l-lg sm:data-[state=open]:animate-slide-in sm:data-[state=closed]:animate-slide-out',
      )}
    />
  )
}

function ModalFrame(props: Omit<DialogProps, 'size'> & { place: string }) {
  const { open, onOpenChange, title, description, explains, titleHidden, footer, children, place } = props
  const focus = useReturnFocus()
  useCloseOnBack(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content
          {...focus}
          {...(description || explains ? {} : { 'aria-describedby': undefined })}
          className={classes(
            'fixed z-50 flex flex-col overflow-hidden bg-paper shadow-lift outline-none',
            place,
          )}
        >
          <header
            className={classes(
              'flex shrink-0 items-start gap-4',
              titleHidden ? 'absolute top-3 right-3 z-10' : 'border-b border-line py-3 pr-3 pl-5 sm:pl-6',
            )}
          >
            <div className={classes('min-w-0 flex-1', titleHidden ? 'sr-only' : 'py-1.5')}>
              <Radix.Title className="text-xl sm:text-2xl">{keptAmounts(title)}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-soft">{keptAmounts(description)}</Radix.Description>
              )}
            </div>
            <CloseButton raised={titleHidden} />
          </header>
          {/* Not `flex-1`: WebKit gives a basis of 0 no height in a dialog as high as its content. */}
          <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain">
            <div className={titleHidden ? undefined : 'px-5 py-5 sm:px-6'}>
              {explains && (
                <Radix.Description className="mb-4 text-soft">{keptAmounts(explains)}</Radix.Description>
              )}
              {children}
            </div>
          </div>
          {footer && (
            <footer className="flex shrink-0 flex-wrap justify-end gap-3 border-t border-line bg-card px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function CloseButton({ raised }: { raised?: boolean | undefined }) {
  return (
    <Radix.Close
      aria-label={m.common_close()}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-md hover:bg-sand',
        raised && 'border border-line bg-paper/95 shadow-lift',
      )}
    >
      <X aria-hidden="true" className="size-5" />
    </Radix.Close>
  )
}
