import { m } from '@twende/messages'
import { Component, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { type OpenQuestion, questions } from './ask.ts'
import { Sentence } from './sentence.tsx'
import { WhenOpen } from './when-open.tsx'

const ConfirmDialog = lazyWithRetry(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))

/**
 * Stands around the page that reports an error. If that page fails as well, in the frame around it perhaps, plain words
 * are shown; or nothing, around what a page can be without.
 */
export class LastBoundary extends Component<Props & { silent?: boolean }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (this.props.silent) return null
    return (
      <main role="alert" className="px-4 py-12 text-center">
        <h1 className="title">{m.common_page_failed_title()}</h1>
        <p className="mt-4">
          <Sentence
            text={m.control_page_failed_text()}
            marks={{
              reload: (text) => (
                // biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself
                <a href="" className="underline">
                  {text}
                </a>
              ),
            }}
          />
        </p>
      </main>
    )
  }
}

/** The first thing that the keyboard reaches on a page; `main#content` takes the focus. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
    >
      {m.control_skip_link()}
    </a>
  )
}

/** After a move to another page the keyboard continues at its content, as it would after a full load. */
export function useFocusNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the network is gone, for as long as it is. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="no-print">
      {!online && (
        <p className="text-center bg-sunrise-tint px-4 py-2 text-sm font-semibold text-sunrise-ink">
          {m.control_offline()}
        </p>
      )}
    </div>
  )
}

type Props = { children: ReactNode }

/** Shows the questions of `ask`; once, in the page frame. */
export function AskHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.current, () => null)
  const [last, setLast] = useState<OpenQuestion>()
  if (question && question !== last) setLast(question)
  return (
    <WhenOpen open={question !== null}>
      <ConfirmDialog
        open={question !== null}
        sentence={last?.sentence ?? ''}
        yes={last?.yes}
        no={last?.no}
        danger={last?.danger}
        onYes={() => question?.answer(true)}
        onNo={() => question?.answer(false)}
      >
        {last?.more}
      </ConfirmDialog>
    </WhenOpen>
  )
}
