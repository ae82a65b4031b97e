import type { Device, OwnSession } from '@twende/contract/accounts/session-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

type AccountSessionsProps = { sessions: readonly OwnSession[] | undefined; onReload: () => void }

/** Where one is signed in. Each session can be ended, and all of them together. */
export function AccountSessions({ sessions, onReload }: AccountSessionsProps) {
  return (
    <div className="flex flex-col gap-5">
      {sessions ? (
        <SessionList sessions={sessions} onEnded={onReload} />
      ) : (
        <p className="text-soft">
          {m.account_devices_failed()}{' '}
          <Button variant="quiet" size="sm" onClick={onReload}>
            {m.common_try_again()}
          </Button>
        </p>
      )}
      <LogOutEverywhere />
    </div>
  )
}

function SessionList({ sessions, onEnded }: { sessions: readonly OwnSession[]; onEnded: () => void }) {
  return (
    <ul aria-label={m.account_devices_label()} className="flex flex-col border-b border-line">
      {sessions.map((session) => (
        <li
          key={session._id}
          className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
        >
          <span>
            <span className="font-semibold">{deviceName(session.device)}</span>
            <span className="figures block text-sm text-soft">
              {m.account_device_last_used({ time: showInstant(session.lastUsedAt) })}
            </span>
          </span>
          {session.isThisOne ? (
            <Badge>{m.account_device_this()}</Badge>
          ) : (
            <EndSession session={session} onEnded={onEnded} />
          )}
        </li>
      ))}
    </ul>
  )
}

const BROWSER_NAMES: Record<NonNullable<Device['browser']>, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung_internet: 'Samsung Internet',
  uc_browser: 'UC Browser',
}
const SYSTEM_NAMES: Record<NonNullable<Device['system']>, string> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ipad: 'iPad',
  iphone: 'iPhone',
  linux: 'Linux',
  mac: 'Mac',
  windows: 'Windows',
}

/** For example “Chrome on Android”. */
function deviceName({ browser, system }: Device): string {
  const name = browser === null ? m.account_device_unknown() : BROWSER_NAMES[browser]
  return system === null ? name : m.account_device_name({ browser: name, system: SYSTEM_NAMES[system] })
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
      {m.account_device_end()}
    </Button>
  )
}

/** Ends every session, this one too. */
function LogOutEverywhere() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const leave = async () => {
    if (
      !(await ask({
        sentence: m.account_log_out_all_question(),
        more: m.account_log_out_all_text(),
        yes: m.account_log_out_all_button(),
      }))
    )
      return
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
      {m.account_log_out_all()}
    </Button>
  )
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : m.common_unreachable()
}
