import { ApiError } from '@twende/contract/http/call.ts'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/account-page'
import { AccountSkeleton } from './account-skeleton.tsx'
import { AccountView } from './account-view.tsx'

export async function clientLoader() {
  if (!currentSession()) return { state: 'signed out' as const }
  try {
    return { state: 'here' as const, profile: (await call('GET /api/user/me', {})).data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' as const }
    return { state: 'refused' as const }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'My Account',
    description: 'Your name, password, mails and data at Twende.',
    path: links.account,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <AccountSkeleton />
    </Frame>
  )
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  const token = useRef(session?.token)
  useEffect(() => void openRecoveryLink(), [])
  // Signing in, out, or in as somebody else, here or in another tab.
  useEffect(() => {
    if (token.current === session?.token) return
    token.current = session?.token
    void revalidate()
  }, [session, revalidate])
  return (
    <Frame>{session ? <SignedIn {...loaderData} onRetry={() => void revalidate()} /> : <SignedOut />}</Frame>
  )
}

/** The link of a recovery mail: its secret is behind the #, where no server and no log sees it. */
async function openRecoveryLink() {
  const secret = /^#recovery=(.+)$/.exec(window.location.hash)?.[1]
  if (!secret) return
  window.history.replaceState(window.history.state, '', links.account)
  try {
    const { email } = await call('POST /api/user/verify-link', { body: { secret } })
    openLogin({ mode: 'reset', email })
  } catch (error) {
    alertPerson(error instanceof ApiError ? error.message : 'Error connecting to server', 'error')
  }
}

function SignedIn({
  onRetry,
  ...loaded
}: Awaited<ReturnType<typeof clientLoader>> & { onRetry: () => void }) {
  if (loaded.state === 'here') return <AccountView profile={loaded.profile} />
  if (loaded.state === 'signed out') return <AccountSkeleton />
  return (
    <>
      <SectionHeading as="h1" title="My Account" />
      <ErrorState message="Error connecting to server" onRetry={onRetry} />
    </>
  )
}

function SignedOut() {
  return (
    <>
      <SectionHeading as="h1" title="My Account" />
      <EmptyState
        icon={<LogIn />}
        title="Please log in to see your account"
        action={<Button onClick={() => openLogin()}>Log in</Button>}
      >
        Your name, your password, and everything we keep about you.
      </EmptyState>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}
