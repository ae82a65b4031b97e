import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { signOut, useSession } from '@twende/ui/accounts/session.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { CircleAlert, Lock, LogIn, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { links, siteLinks } from './links.ts'

/** Whole pages that stand in the place of one that cannot be shown. */

/** To somebody who is not logged in. */
export function LoginNeeded() {
  useReloadOnLogin()
  return (
    <EmptyState
      as="h1"
      icon={<LogIn />}
      title="Log in to the console"
      action={
        <>
          <Button onClick={() => openLogin()}>Log in</Button>
          <ToTheSite />
        </>
      }
    >
      This part of Twende is for staff.
    </EmptyState>
  )
}

/** To somebody whose account is not a staff account. */
export function NoAccess() {
  useReloadOnLogin()
  const name = useSession()?.owner?.name
  return (
    <EmptyState
      as="h1"
      icon={<Lock />}
      title="This page is for staff"
      action={
        <>
          <ToTheSite />
          <Button variant="secondary" onClick={switchAccount}>
            Log in with another account
          </Button>
        </>
      }
    >
      {name ? `You are logged in as ${name}. ` : ''}Your account has no access to the console.
    </EmptyState>
  )
}

export function NotFound() {
  return (
    <EmptyState
      as="h1"
      icon={<SearchX />}
      title="Page not found"
      action={<LinkButton to={links.today}>To today</LinkButton>}
    >
      There is nothing at this address.
    </EmptyState>
  )
}

export function AdminError({ requestId }: { requestId: string | undefined }) {
  return (
    <div role="alert">
      <title>Unexpected Application Error!: console | Twende</title>
      <EmptyState
        as="h1"
        icon={<CircleAlert />}
        title="Unexpected Application Error!"
        action={
          <>
            <Button onClick={() => window.location.reload()}>Try again</Button>
            <LinkButton variant="secondary" href={links.today}>
              To today
            </LinkButton>
          </>
        }
      >
        This page could not be shown.
        {requestId && (
          <p className="mt-3 text-sm">
            Number of the error:{' '}
            <code className="figures font-semibold text-ink select-all">{requestId}</code>
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
      To the site
    </LinkButton>
  )
}

/** Loads the page again when somebody logs in or out, here or in another tab. */
function useReloadOnLogin() {
  const token = useSession()?.token
  const seen = useRef(token)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (seen.current === token) return
    seen.current = token
    void revalidate()
  }, [token, revalidate])
}
