import { m } from '@twende/messages'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from './button.tsx'

type EmptyStateProps = {
  /** A lucide icon or a picture. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  /** `h1` where it is the whole page. */
  as?: 'h1' | 'h2'
}

/** What a list says when there is nothing in it. */
export function EmptyState({ icon, title, children, action, as: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-14 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-2 grid size-20 place-items-center rounded-full bg-sand text-acacia [&_svg]:size-9"
        >
          {icon}
        </span>
      )}
      <Heading className="text-2xl">{title}</Heading>
      {children && <div className="text-soft">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  message: string
  /** Omit to leave the second sentence out. */
  advice?: string | undefined
  onRetry?: (() => void) | undefined
  action?: ReactNode
}

/** A part of a page that could not be loaded, and what to do about it. */
export function ErrorState({ message, advice = m.common_try_later(), onRetry, action }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-14 text-center">
      <span
        aria-hidden="true"
        className="mb-2 grid size-20 place-items-center rounded-full bg-clay-tint text-clay-deep"
      >
        <CloudOff className="size-9" />
      </span>
      <h2 className="text-2xl">{message}</h2>
      {advice && <p className="text-soft">{advice}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>{m.common_try_again()}</Button>}
        {action}
      </div>
    </div>
  )
}

/** In the place of what a page's loader could not bring; tries the loader again. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  return <ErrorState message={message} onRetry={() => void revalidate()} />
}
