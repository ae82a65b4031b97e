import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { m } from '@twende/messages'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { type Message, toastQueue } from './toast.ts'

const look = {
  background: 'var(--color-ink)',
  color: 'var(--color-paper)',
  border: '1px solid var(--color-ink)',
  borderRadius: 'var(--radius-md)',
  fontFamily: 'var(--font-text)',
  fontSize: '1rem',
} as const

const undoLook = {
  background: 'var(--color-paper)',
  color: 'var(--color-ink)',
  height: '2.75rem',
  paddingInline: '1rem',
  fontSize: '1rem',
  fontWeight: 600,
} as const

const icons = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-sunrise" />,
  error: <CircleAlert aria-hidden="true" className="size-5 text-sunrise" />,
  warning: <TriangleAlert aria-hidden="true" className="size-5 text-sunrise" />,
  info: <Info aria-hidden="true" className="size-5 text-acacia-pale" />,
} as const

function show({ kind, text, seconds, id, undo }: Message) {
  const action = undo && { label: m.common_undo(), onClick: undo }
  sonner[kind](keepAmounts(text), {
    duration: seconds * 1000,
    ...(id ? { id } : {}),
    ...(action ? { action } : {}),
  })
}

/** The corner where messages appear. Only the toast host imports it, lazily. */
export function Toaster() {
  useEffect(() => toastQueue.serve(show), [])
  return (
    <Sonner
      position="top-center"
      closeButton
      offset={80}
      mobileOffset={{ top: 72 }}
      toastOptions={{
        style: look,
        actionButtonStyle: undoLook,
        classNames: { closeButton: 'size-6!' },
        closeButtonAriaLabel: m.common_close(),
      }}
      icons={icons}
      containerAriaLabel={m.control_toasts()}
    />
  )
}
