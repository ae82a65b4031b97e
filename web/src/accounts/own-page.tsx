import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

type OwnPageProps<Here> = {
  loaded: Own<Here>
  heading: ReactNode
  waiting: ReactNode
  /** What whoever is not signed in is asked, and why. */
  prompt: string
  kept: string
  children: (here: Here, refresh: () => void) => ReactNode
}

/** A page of what is one's own; to visitors the way to log in. */
export function OwnPage<Here>({ loaded, heading, waiting, prompt, kept, children }: OwnPageProps<Here>) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  const token = useRef(session?.token)
  // Signing in, out, or in as somebody else, here or in another tab.
  useEffect(() => {
    if (token.current === session?.token) return
    token.current = session?.token
    void revalidate()
  }, [session, revalidate])
  const refresh = () => void revalidate()
  if (!session) {
    return (
      <OwnFrame>
        {heading}
        <EmptyState
          icon={<LogIn />}
          title={prompt}
          action={<Button onClick={() => openLogin()}>{m.account_log_in()}</Button>}
        >
          {kept}
        </EmptyState>
      </OwnFrame>
    )
  }
  if (loaded.state === 'here') return <OwnFrame>{children(loaded, refresh)}</OwnFrame>
  if (loaded.state === 'signed out') return <OwnFrame>{waiting}</OwnFrame>
  return (
    <OwnFrame>
      {heading}
      <ErrorState message={loaded.message} onRetry={refresh} />
    </OwnFrame>
  )
}

export function OwnFrame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}

/** What only its owner sees: here, refused with a sentence, or nobody is signed in. */
export type Own<Here> =
  | ({ state: 'here' } & Here)
  | { state: 'refused'; message: string }
  | { state: 'signed out' }

/** What a list of one's own says when it could not be loaded: without a network, or refused. */
export type LoadFailures = { unreachable: () => string; refused: () => string }

/** Loads what is somebody's own. */
export async function loadOwn<Here>(failed: LoadFailures, load: () => Promise<Here>): Promise<Own<Here>> {
  if (!currentSession()) return { state: 'signed out' }
  try {
    return { state: 'here', ...(await load()) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' }
    const message = error.code === 'unreachable' ? failed.unreachable() : failed.refused()
    return { state: 'refused', message }
  }
}
