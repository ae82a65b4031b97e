import type { OwnSession } from '@twende/contract/accounts/session-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

/** Where one is signed in. Each session can be ended, and all of them together. */
export function AccountSessions() {
  const { answer, retry } = useAnswer('sessions', async (signal) => {
    return (await call('GET /api/user/sessions', {}, { signal })).data
  })
  return (
    <div className="flex flex-col gap-5">
      {answer.state === 'waiting' && <Skeleton className="h-24" />}
      {answer.state === 'here' && <SessionList sessions={answer.value} onEnded={retry} />}
      {answer.state === 'refused' && (
        <p className="text-soft">
          Your devices could not be listed.{' '}
          <Button variant="quiet" size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      <LogOutEverywhere />
    </div>
  )
}

function SessionList({ sessions, onEnded }: { sessions: readonly OwnSession[]; onEnded: () => void }) {
  return (
    <ul aria-label="Where you are logged in" className="flex flex-col border-b border-line">
      {sessions.map((session) => (
        <li
          key={session._id}
          className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
        >
          <span>
            <span className="font-semibold">{session.device}</span>
            <span className="block text-sm text-soft">
              Last used <span className="figures">{showInstant(session.lastUsedAt)}</span>
            </span>
          </span>
          {session.isThisOne ? (
            <Badge>This device</Badge>
          ) : (
            <EndSession session={session} onEnded={onEnded} />
          )}
        </li>
      ))}
    </ul>
  )
}

function EndSession({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const [pending, setPending] = useState(false)
  const end = async () => {
    setPending(true)
    try {
      const params = { sessionId: session._id }
      const { message } = await call('POST /api/user/session/:sessionId/end', { params })
      toast.success(message, 'account')
    } catch (error) {
      toast.error(wordsOf(error), 'account')
    }
    onEnded()
  }
  return (
    <Button variant="secondary" size="sm" pending={pending} onClick={() => void end()}>
      End this session
    </Button>
  )
}

/** Ends every session, this one too. */
function LogOutEverywhere() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const leave = async () => {
    if (!(await ask({ sentence: 'Log out everywhere?', more: 'On this device too.', yes: 'Log out' }))) return
    setPending(true)
    try {
      const { message } = await call('POST /api/user/logout-everywhere', {})
      forgetToken()
      void navigate(links.home)
      alertPerson(message, 'success')
    } catch (error) {
      setPending(false)
      toast.error(wordsOf(error))
    }
  }
  return (
    <Button variant="secondary" pending={pending} className="self-start" onClick={() => void leave()}>
      Log out everywhere
    </Button>
  )
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Error connecting to server'
}
