import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { signOut, useSession } from '@twende/ui/accounts/session.ts'
import { requestIdOf } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { CircleAlert, CloudOff, Lock, LogIn, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { links, siteLinks } from '../links.ts'

/** Whole pages that stand in the place of one that cannot be shown. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = statusOf(error)
  if (status === 401) return <LoginNeeded />
  if (status === 403) return <NoAccess />
  if (status === 404) return <NotFound />
  if (isUnreachable(error)) return <Unreachable />
  return <UnexpectedError requestId={requestIdOf(error)} />
}

/** What the title of the page is when it shows this error. */
export function errorTitle(error: unknown): string | undefined {
  return isUnreachable(error) ? m.admin_common_unreachable() : titles[statusOf(error)]?.()
}

/** Whether somebody must log in, with this account or another one, before the menu is of use. */
export function isAboutAccess(error: unknown): boolean {
  return statusOf(error) === 401 || statusOf(error) === 403
}

const titles: Readonly<Record<number, () => string>> = {
  401: m.admin_common_login_button,
  403: m.admin_common_no_access_short_title,
  404: m.admin_common_not_found_title,
  500: m.admin_common_error_title,
}

/** Whether the server could not be reached. */
function isUnreachable(error: unknown): boolean {
  return Object(error).code === 'unreachable'
}

function statusOf(error: unknown): number {
  if (!error) return 200
  return isRouteErrorResponse(error) ? error.status : 500
}

/** To somebody who is not logged in. */
function LoginNeeded() {
  useReloadOnLogin()
  return (
    <EmptyState
      as="h1"
      icon={<LogIn />}
      title={m.admin_common_login_title()}
      action={
        <>
          <Button onClick={() => openLogin()}>{m.admin_common_login_button()}</Button>
          <ToTheSite />
        </>
      }
    >
      {m.admin_common_login_text()}
    </EmptyState>
  )
}

/** To somebody whose account is not a staff account. */
function NoAccess() {
  useReloadOnLogin()
  const name = useSession()?.owner?.name
  return (
    <EmptyState
      as="h1"
      icon={<Lock />}
      title={m.admin_common_no_access_title()}
      action={
        <>
          <ToTheSite />
          <Button variant="secondary" onClick={switchAccount}>
            {m.admin_common_other_account_button()}
          </Button>
        </>
      }
    >
      {name ? m.admin_common_no_access_text_named({ name }) : m.admin_common_no_access_text()}
    </EmptyState>
  )
}

export function NotFound() {
  return (
    <EmptyState
      as="h1"
      icon={<SearchX />}
      title={m.admin_common_not_found_title()}
      action={<LinkButton to={links.today}>{m.admin_common_to_today()}</LinkButton>}
    >
      {m.admin_common_not_found_text()}
    </EmptyState>
  )
}

/** Nothing broke: the server cannot be reached. */
function Unreachable() {
  return (
    <div role="alert">
      <title>{m.admin_common_page_title({ title: m.admin_common_unreachable() })}</title>
      <EmptyState
        as="h1"
        icon={<CloudOff />}
        title={m.admin_common_unreachable()}
        action={<Button onClick={() => window.location.reload()}>{m.admin_common_try_again()}</Button>}
      >
        {m.common_try_later()}
      </EmptyState>
    </div>
  )
}

function UnexpectedError({ requestId }: { requestId: string | undefined }) {
  return (
    <div role="alert">
      <title>{m.admin_common_page_title({ title: m.admin_common_error_title() })}</title>
      <EmptyState
        as="h1"
        icon={<CircleAlert />}
        title={m.admin_common_error_title()}
        action={
          <>
            <Button onClick={() => window.location.reload()}>{m.admin_common_try_again()}</Button>
            <LinkButton variant="secondary" href={links.today}>
              {m.admin_common_to_today()}
            </LinkButton>
          </>
        }
      >
        {m.admin_common_error_text()}
        {requestId && (
          <p className="mt-3 text-sm">
            <Sentence
              text={m.admin_common_error_number({ number: requestId })}
              marks={{
                number: (text) => <code className="figures font-semibold text-ink select-all">{text}</code>,
              }}
            />
          </p>
        )}
      </EmptyState>
    </div>
  )
}

function switchAccount() {
  signOut()
  openLogin()
}

function ToTheSite() {
  return (
    <LinkButton variant="secondary" href={siteLinks.home}>
      {m.admin_menu_to_site()}
    </LinkButton>
  )
}

/** Loads the page again when somebody logs in or out, here or in another tab. */
export function useReloadOnLogin() {
  const token = useSession()?.token
  const seen = useRef(token)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (seen.current === token) return
    seen.current = token
    void revalidate()
  }, [token, revalidate])
}
