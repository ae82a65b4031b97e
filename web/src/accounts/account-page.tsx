import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import type { OwnSession } from '@twende/contract/accounts/session-routes.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { FreshProofs } from '@twende/ui/accounts/fresh-proofs.tsx'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { LogIn } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/account-page'
import { AccountData } from './account-data.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountMails } from './account-mails.tsx'
import { AccountPassword } from './account-password.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { ownPage, ownPageLinks } from './own-page-styles.ts'

export { ownPage as handle, ownPageLinks as links }

const importSecurity = () =>
  import('./second-factors/account-security.tsx').then((module) => module.AccountSecurity)

const LazySecurity = lazyWithRetry(importSecurity)

const SECTIONS = ['you', 'emails', 'password']

export async function clientLoader() {
  if (!currentSession()) return { state: 'signed out' as const }
  // Everything is asked for at once and shown at once: a part that came later would move the buttons below it.
  const security = importSecurity().catch(() => undefined)
  const sessions = call('GET /api/user/sessions', {}).catch(() => undefined)
  const factors = call('GET /api/user/second-factors', {}).catch(() => undefined)
  try {
    const { data: profile } = await call('GET /api/user/me', {})
    const parts = {
      sessions: (await sessions)?.data,
      factors: (await factors)?.data,
      LoadedSecurity: await security,
    }
    return { state: 'here' as const, profile, ...parts }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_signed_in') return { state: 'signed out' as const }
    return { state: 'refused' as const }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.nav_account(),
    description: m.account_meta_description(),
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
    alertPerson(error instanceof ApiError ? error.message : m.common_unreachable(), 'error')
  }
}

function SignedIn({
  onRetry,
  ...loaded
}: Awaited<ReturnType<typeof clientLoader>> & { onRetry: () => void }) {
  if (loaded.state === 'here') {
    const { state: _, ...parts } = loaded
    return <AccountView {...parts} onReload={onRetry} />
  }
  if (loaded.state === 'signed out') return <AccountSkeleton />
  return (
    <>
      <SectionHeading as="h1" title={m.nav_account()} />
      <ErrorState message={m.common_unreachable()} onRetry={onRetry} />
    </>
  )
}

function SignedOut() {
  return (
    <>
      <SectionHeading as="h1" title={m.nav_account()} />
      <EmptyState
        icon={<LogIn />}
        title={m.account_prompt()}
        action={<Button onClick={() => openLogin()}>{m.account_log_in()}</Button>}
      >
        {m.account_prompt_text()}
      </EmptyState>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Container className="pt-6 pb-12 md:pt-10 md:pb-20">{children}</Container>
}

/** The account page while it is on its way. */
function AccountSkeleton() {
  return (
    <>
      <SectionHeading as="h1" title={m.nav_account()}>
        <Skeleton className="h-7 w-72 max-w-full" />
      </SectionHeading>
      <div aria-hidden="true" className="mt-8 max-w-5xl">
        {SECTIONS.map((section) => (
          <div
            key={section}
            className="grid gap-5 border-t border-line py-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16"
          >
            <Skeleton className="h-8 w-32" />
            <Skeleton className="h-48" />
          </div>
        ))}
      </div>
    </>
  )
}

type AccountViewProps = {
  profile: Profile
  /** Undefined where they could not be read. */
  sessions: readonly OwnSession[] | undefined
  factors: SecondFactors | undefined
  /** The part about second factors, where it was loaded with the page: a lazy one is shown a moment later. */
  LoadedSecurity: Awaited<ReturnType<typeof importSecurity>> | undefined
  onReload: () => void
}

/** One's own account: who one is, what mails come, how one logs in, and what is kept. */
function AccountView({ profile, sessions, factors, LoadedSecurity, onReload }: AccountViewProps) {
  const AccountSecurity = LoadedSecurity ?? LazySecurity
  return (
    <>
      <SectionHeading as="h1" title={m.nav_account()}>
        {m.account_since({ email: profile.email, day: showDay(nairobiDay(new Date(profile.memberSince))) })}
      </SectionHeading>
      <div className="mt-8 max-w-5xl">
        <AccountSection title={m.account_you()} words={m.account_you_text()}>
          <AccountDetails key={`${profile._id} ${profile.phone}`} profile={profile} />
        </AccountSection>
        <AccountSection
          title={profile.channels.length > 0 ? m.account_mails_and_sms() : m.account_mails()}
          words={m.account_mails_text()}
        >
          <AccountMails key={`${profile._id} ${profile.phone}`} profile={profile} />
        </AccountSection>
        <AccountSection title={m.common_password()} words={m.account_password_text()}>
          <AccountPassword email={profile.email} />
        </AccountSection>
        <AccountSection title={m.account_security()} words={m.account_security_text()}>
          <Suspense fallback={<p aria-busy="true" className="min-h-24" />}>
            <AccountSecurity key={profile._id} factors={factors} onReload={onReload} />
          </Suspense>
        </AccountSection>
        <AccountSection title={m.account_devices()} words={m.account_devices_text()}>
          <AccountSessions sessions={sessions} onReload={onReload} />
        </AccountSection>
        <AccountSection title={m.account_data()} words={m.account_data_text()}>
          <AccountData />
        </AccountSection>
      </div>
      <FreshProofs />
    </>
  )
}

/** A part of the account page: what it is about beside what can be done. */
function AccountSection({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-t border-line py-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16"
    >
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <p className="mt-2 text-soft">{words}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
