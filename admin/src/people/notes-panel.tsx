import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { NoteKind } from '@twende/contract/accounts/account-rules.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { type SubmitEvent, useId, useState } from 'react'
import { DetailPanel } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'

const kinds: Readonly<Record<Exclude<NoteKind, 'note'>, { label: string; tone: BadgeTone }>> = {
  ban: { label: 'Banned', tone: 'clay' },
  unban: { label: 'Let in again', tone: 'acacia' },
  role: { label: 'Role', tone: 'ink' },
  'second-factor': { label: 'Second factor removed', tone: 'ink' },
  'log-out': { label: 'Logged out everywhere', tone: 'neutral' },
}

type NotesPanelProps = { person: AccountDetails; onChanged: (person: AccountDetails) => void }

/** What staff wrote and did about a person, and the place to write more. */
export function NotesPanel({ person, onChanged }: NotesPanelProps) {
  return (
    <DetailPanel as="h2" title="Notes">
      {!person.deleted && <NoteForm accountId={person._id} onChanged={onChanged} />}
      {person.notes.length === 0 ? (
        <p className="mt-4 text-soft">Nobody wrote anything yet.</p>
      ) : (
        <ol aria-label="Notes" className="mt-4 divide-y divide-line">
          {Object.entries(person.notes).map(([place, { at, by, what, note }]) => (
            <li key={place} className="grid gap-1 py-3">
              {what !== 'note' && (
                <span>
                  <StatusBadge tone={kinds[what].tone}>{kinds[what].label}</StatusBadge>
                </span>
              )}
              {note && <p className="break-words whitespace-pre-line">{note}</p>}
              <p className="figures text-sm text-soft">
                {by}, {showInstant(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </DetailPanel>
  )
}

type NoteFormProps = { accountId: string; onChanged: (person: AccountDetails) => void }

function NoteForm({ accountId, onChanged }: NoteFormProps) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const form = useId()
  const attempt = useAttemptKey()
  async function keep() {
    if (pending) return
    setProblem(note.trim() ? undefined : 'Please write a note')
    if (!note.trim()) return
    setPending(true)
    try {
      const request = { params: { accountId }, body: { note } }
      const idempotencyKey = attempt.keyOf(request)
      const { data } = await call('POST /api/admin/person/:accountId/note', request, { idempotencyKey })
      attempt.done()
      setNote('')
      onChanged(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    } finally {
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void keep()
  }
  return (
    <form id={form} noValidate className="grid gap-3" onSubmit={submit}>
      <Field
        label="New note"
        hint="Staff reads this, and the person if they download their data."
        error={note.trim() ? undefined : problem}
      >
        <Textarea
          name="note"
          rows={2}
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Button type="submit" size="sm" variant="secondary" pending={pending} className="justify-self-start">
        Keep note
      </Button>
    </form>
  )
}
