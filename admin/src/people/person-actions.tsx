import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { mayBan, mayLogOut, mayResetSecondFactor } from '@twende/contract/accounts/account-rules.ts'
import { accountAdminRoutes } from '@twende/contract/accounts/admin-account-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Ban, KeyRound, KeySquare, LogOut, Undo2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)
const RoleDialog = lazyWithRetry(() => import('./role-dialog.tsx').then((module) => module.RoleDialog))
const RightsDialog = lazyWithRetry(() => import('./role-dialog.tsx').then((module) => module.RightsDialog))

const decisionRoutes = {
  ban: 'POST /api/admin/person/:accountId/ban',
  unban: 'POST /api/admin/person/:accountId/unban',
  'second-factor': 'POST /api/admin/person/:accountId/reset-second-factor',
} as const

type Decision = keyof typeof decisionRoutes | 'role' | 'rights'
type PersonActionsProps = { person: AccountDetails; onChanged: (person: AccountDetails) => void }

/** What this worker may do about this person. */
export function PersonActions({ person, onChanged }: PersonActionsProps) {
  const me = useSession()?.owner
  const change = usePersonChange(person, onChanged)
  const [open, setOpen] = useState<Decision>()
  if (!me) return null
  const decider = { _id: me.id, role: me.role }
  const banned = person.bannedAt !== null
  async function logOut() {
    const confirmed = await ask({
      sentence: m.admin_people_log_out_title({ name: person.name }),
      more: m.admin_people_log_out_explanation(),
      yes: m.admin_people_log_out_confirm(),
    })
    if (confirmed) await change({ kind: 'log-out' }).catch(sayRefusal)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {me.role === 'admin' && !banned && <RoleButtons person={person} onAsk={setOpen} />}
      {mayLogOut(decider, person) && !banned && (
        <Button
          variant="secondary"
          size="sm"
          icon={<LogOut aria-hidden="true" className="size-4" />}
          onClick={() => void logOut()}
        >
          {m.admin_people_log_out_button()}
        </Button>
      )}
      <ResetFactorButton decider={decider} person={person} onClick={() => setOpen('second-factor')} />
      {mayBan(decider, person) && (
        <Button
          variant={banned ? 'secondary' : 'danger'}
          size="sm"
          icon={
            banned ? (
              <Undo2 aria-hidden="true" className="size-4" />
            ) : (
              <Ban aria-hidden="true" className="size-4" />
            )
          }
          onClick={() => setOpen(banned ? 'unban' : 'ban')}
        >
          {banned ? m.admin_people_unban_button() : m.admin_people_ban_button()}
        </Button>
      )}
      <WhenOpen open={open !== undefined}>
        {open && (
          <DecisionDialog open={open} person={person} change={change} onClose={() => setOpen(undefined)} />
        )}
      </WhenOpen>
    </div>
  )
}

/** What an admin may give and take: the role, and of staff the rights. */
function RoleButtons({ person, onAsk }: { person: AccountDetails; onAsk: (what: Decision) => void }) {
  const buttons = [
    { what: 'role', icon: UserCog, label: m.admin_people_role_button },
    ...(person.role === 'staff'
      ? [{ what: 'rights', icon: KeySquare, label: m.admin_people_rights_button } as const]
      : []),
  ] as const
  return buttons.map(({ what, icon: Icon, label }) => (
    <Button
      key={what}
      variant="secondary"
      size="sm"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => onAsk(what)}
    >
      {label()}
    </Button>
  ))
}

type DecisionDialogProps = {
  open: Decision
  person: AccountDetails
  change: (change: PersonChange) => Promise<void>
  onClose: () => void
}

function DecisionDialog({ open, person, change, onClose }: DecisionDialogProps) {
  if (open === 'role') {
    return (
      <RoleDialog
        person={person}
        onDecide={(role, rights, reason) => change({ kind: 'role', role, rights, reason })}
        onClose={onClose}
      />
    )
  }
  if (open === 'rights') {
    return (
      <RightsDialog
        person={person}
        onDecide={(rights, reason) => change({ kind: 'rights', rights, reason })}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      key={open}
      open
      {...dialogTexts[open](person.name)}
      schema={accountAdminRoutes[decisionRoutes[open]].body}
      onDecide={(reason) => change({ kind: open, reason })}
      onClose={onClose}
    />
  )
}

type ResetFactorButtonProps = {
  decider: { _id: string; role: Role }
  person: AccountDetails
  onClick: () => void
}

function ResetFactorButton({ decider, person, onClick }: ResetFactorButtonProps) {
  if (!person.hasSecondFactor || !mayResetSecondFactor(decider, person)) return null
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<KeyRound aria-hidden="true" className="size-4" />}
      onClick={onClick}
    >
      {m.admin_people_second_factor_button()}
    </Button>
  )
}

function sayRefusal(error: unknown) {
  if (!(error instanceof ApiError)) throw error
  toast.error(error.message)
}

const dialogTexts = {
  ban: (name: string) => ({
    title: m.admin_people_ban_title({ name }),
    explains: m.admin_people_ban_explanation(),
    yes: m.admin_people_ban_button(),
    danger: true,
    usual: [
      m.admin_people_ban_reason_deposit(),
      m.admin_people_ban_reason_cars(),
      m.admin_people_ban_reason_not_returned(),
    ],
    text: reasonText(),
  }),
  unban: (name: string) => ({
    title: m.admin_people_unban_title({ name }),
    explains: m.admin_people_unban_explanation(),
    yes: m.admin_people_unban_button(),
    text: reasonText(),
  }),
  'second-factor': (name: string) => ({
    title: m.admin_people_second_factor_title({ name }),
    explains: m.admin_people_second_factor_explanation(),
    yes: m.admin_people_second_factor_confirm(),
    danger: true,
    text: {
      label: m.admin_common_reason_label(),
      hint: m.admin_people_second_factor_hint(),
      required: true,
    },
  }),
}

function reasonText() {
  return { label: m.admin_common_reason_label(), hint: m.admin_people_reason_hint(), required: true }
}

type PersonChange =
  | { kind: 'ban' | 'unban' | 'second-factor'; reason: string }
  | { kind: 'role'; role: Role; rights: StaffRight[]; reason: string }
  | { kind: 'rights'; rights: StaffRight[]; reason: string }
  | { kind: 'log-out' }

/** Does something about a person and says so. That the person was changed meanwhile is told, any other refusal is thrown. */
function usePersonChange(person: AccountDetails, onChanged: (person: AccountDetails) => void) {
  const { revalidate } = useRevalidator()
  return async (change: PersonChange) => {
    try {
      const { data, message } = await send(person, change)
      toast.success(message)
      onChanged(data)
    } catch (error) {
      const codes = ['account_wrong_state', 'no_second_factor', 'not_found']
      if (!(error instanceof ApiError) || !codes.includes(error.code)) throw error
      toast.error(error.message)
      await revalidate()
    }
  }
}

function send({ _id: accountId, role: was, rights: had }: AccountDetails, change: PersonChange) {
  const params = { accountId }
  if (change.kind === 'log-out') return call('POST /api/admin/person/:accountId/log-out', { params })
  const { reason } = change
  if (change.kind === 'role') {
    const { role, rights } = change
    const body = { role, was, reason, ...(role === 'staff' && { rights }) }
    return call('POST /api/admin/person/:accountId/role', { params, body })
  }
  if (change.kind === 'rights') {
    const body = { rights: change.rights, was: had, reason }
    return call('POST /api/admin/person/:accountId/rights', { params, body })
  }
  return call(decisionRoutes[change.kind], { params, body: { reason } })
}
