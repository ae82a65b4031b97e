import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { KeyRound, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Added } from './add-app-dialog.tsx'

type FactorListProps = {
  factors: SecondFactors
  onRemove: (remove: () => Promise<Added>) => Promise<void>
}

/** What logging in asks for after the password, and the way to remove each. */
export function FactorList({ factors, onRemove }: FactorListProps) {
  const { app, passkeys, required } = factors
  async function remove(sentence: string, act: () => Promise<Added>) {
    const question = { sentence, more: m.account_factor_remove_text() }
    if (await ask({ ...question, yes: m.common_remove(), danger: true })) await onRemove(act)
  }
  const removePasskey = (passkeyId: string) => () =>
    call('POST /api/user/second-factors/passkey/:passkeyId/remove', { params: { passkeyId } })
  if (!app && passkeys.length === 0) {
    return required ? <FactorRequired /> : <p>{m.account_factor_none()}</p>
  }
  return (
    <ul aria-label={m.account_factors_label()} className="divide-y divide-line border-y border-line">
      {passkeys.map(({ _id, name, ...times }) => (
        <Factor
          key={_id}
          icon={<KeyRound aria-hidden="true" className="size-5" />}
          name={name}
          kind={m.account_passkey()}
          times={times}
          onRemove={() => void remove(m.account_passkey_remove({ name }), removePasskey(_id))}
        />
      ))}
      {app && (
        <Factor
          icon={<Smartphone aria-hidden="true" className="size-5" />}
          name={m.account_app()}
          kind={m.account_app_kind()}
          times={app}
          onRemove={() =>
            void remove(m.account_app_remove(), () => call('POST /api/user/second-factors/app/remove', {}))
          }
        />
      )}
    </ul>
  )
}

/** The admin app sends its users here, so it comes into sight by itself. */
function FactorRequired() {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <p ref={place} role="status" className="rounded-md bg-clay-tint px-4 py-3 font-medium text-clay-deep">
      {m.account_factor_required()}
    </p>
  )
}

type FactorProps = {
  icon: ReactNode
  name: string
  kind: string
  times: { addedAt: string; lastUsedAt: string | null }
  onRemove: () => void
}

function Factor({ icon, name, kind, times: { addedAt, lastUsedAt }, onRemove }: FactorProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="figures text-sm text-soft">
          {lastUsedAt
            ? m.account_factor_used({ kind, added: day(addedAt), used: day(lastUsedAt) })
            : m.account_factor_added({ kind, added: day(addedAt) })}
        </p>
      </div>
      <Button variant="quiet" size="sm" aria-label={m.common_remove_item({ item: name })} onClick={onRemove}>
        {m.common_remove()}
      </Button>
    </li>
  )
}

function day(instant: string): string {
  return showDay(nairobiDay(new Date(instant)))
}
