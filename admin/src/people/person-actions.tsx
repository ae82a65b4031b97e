import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import {
  mayBan,
  mayLogOut,
  mayResetSecondFactor,
  roleLabels,
} from '@twende/contract/accounts/account-rules.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Ban, KeyRound, LogOut, Undo2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { type PersonChange, usePersonChange } from './use-person-change.ts'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

type Decision = 'ban' | 'unban' | 'role' | 'second-factor'
type PersonActionsProps = { person: AccountDetails; onChanged: (person: AccountDetails) => void }

/** What this worker may do about this person. */
export function PersonActions({ person, onChanged }: PersonActionsProps) {
  const me = useSession()?.owner
  const change = usePersonChange(person, onChanged)
  const [open, setOpen] = useState<Decision>()
  const [role, setRole] = useState<Role>(person.role)
  if (!me) return null
  const decider = { _id: me.id, role: me.role }
  const banned = person.bannedAt !== null
  async function logOut() {
    const sentence = `Log ${person.name} out of every device?`
    if (await ask({ sentence, more: 'They can sign in again.', yes: 'Log out' }))
      await change({ kind: 'log-out' })
  }
  const decide = (kind: Decision) => (reason: string) => {
    const made: PersonChange = kind === 'role' ? { kind, role, reason } : { kind, reason }
    return change(made)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {me.role === 'admin' && !banned && (
        <Button
          variant="secondary"
          size="sm"
          icon={<UserCog aria-hidden="true" className="size-4" />}
          onClick={() => {
            setRole(person.role)
            setOpen('role')
          }}
        >
          Change role
        </Button>
      )}
      {mayLogOut(decider, person) && !banned && (
        <Button
          variant="secondary"
          size="sm"
          icon={<LogOut aria-hidden="true" className="size-4" />}
          onClick={() => void logOut()}
        >
          Log out everywhere
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
          {banned ? 'Let in again' : 'Ban'}
        </Button>
      )}
      <WhenOpen open={open !== undefined}>
        {open && (
          <ReasonDialog
            key={open}
            open
            {...questions(person.name)[open]}
            onDecide={decide(open)}
            onClose={() => setOpen(undefined)}
          >
            {open === 'role' && (
              <Field label="Role">
                <Select value={role} onChange={({ target }) => setRole(roleIn(target.value))}>
                  {Object.entries(roleLabels).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </ReasonDialog>
        )}
      </WhenOpen>
    </div>
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
      Remove second factor
    </Button>
  )
}

function roleIn(value: string): Role {
  return value === 'admin' || value === 'staff' ? value : 'user'
}

const questions = (name: string) => ({
  ban: {
    title: `Ban ${name}?`,
    explains:
      'They are out at once, on every device, and cannot sign in. Their cars for sale are hidden; what they booked stays, and is yours to cancel.',
    yes: 'Ban',
    danger: true,
    usual: [
      'Asks buyers for a deposit before a viewing',
      'Lists cars that are not theirs',
      'Did not return a car',
    ],
    text: { label: 'Reason', hint: 'Staff and the audit log keep it.', required: true },
  },
  unban: {
    title: `Let ${name} in again?`,
    explains: 'They can sign in as before, and their cars for sale are shown again.',
    yes: 'Let in',
    text: { label: 'Reason', hint: 'Staff and the audit log keep it.', required: true },
  },
  'second-factor': {
    title: `Remove the second factor of ${name}?`,
    explains:
      'For somebody who lost their device and their recovery codes. Make sure that it is them who ask. They are logged out everywhere and told by mail.',
    yes: 'Remove',
    danger: true,
    text: {
      label: 'Reason',
      hint: 'How you know that it is them. Staff and the audit log keep it.',
      required: true,
    },
  },
  role: {
    title: `What may ${name} do here?`,
    explains: 'Staff works in the back office. An admin also gives roles and sees the audit log.',
    yes: 'Change role',
    text: { label: 'Reason', hint: 'They sign in again.', required: false },
  },
})
