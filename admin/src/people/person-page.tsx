import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import { type NoteKind, rightWords } from '@twende/contract/accounts/account-rules.ts'
import { accountAdminRoutes } from '@twende/contract/accounts/admin-account-routes.ts'
import { nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Form, TextareaField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { SearchX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Await, useRevalidator } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { Page, PageSkeleton, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/person-page'
import { ActivityPanels } from './activity-panels.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonBadges } from './person-badges.tsx'

const ROUTE = 'POST /api/admin/person/:accountId/note'

const kinds: Readonly<Record<Exclude<NoteKind, 'note'>, { label: () => string; tone: BadgeTone }>> = {
  ban: { label: () => m.admin_people_banned(), tone: 'clay' },
  unban: { label: () => m.admin_people_note_unban(), tone: 'acacia' },
  role: { label: () => m.admin_people_role(), tone: 'ink' },
  rights: { label: () => m.admin_people_rights(), tone: 'ink' },
  'second-factor': { label: () => m.admin_people_note_second_factor(), tone: 'ink' },
  'log-out': { label: () => m.admin_people_note_log_out(), tone: 'neutral' },
}

const linked = 'underline underline-offset-4'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader({ params: { accountId } }: Route.ClientLoaderArgs) {
  const found = call('GET /api/admin/person/:accountId', { params: { accountId } }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid')) return null
      throw error
    },
  )
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { found }
}

export const meta = () => pageTitle(m.admin_people_person_title())

/** One person, with everything that staff needs to know and may do. */
export default function PersonPage({ loaderData: { found }, params }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <Page width="reading" back={{ to: links.people(), label: m.admin_menu_people() }}>
      <Suspense key={params.accountId} fallback={<PageSkeleton />}>
        <Await
          resolve={found}
          errorElement={
            <ErrorState message={m.admin_people_person_failed()} onRetry={() => void revalidate()} />
          }
        >
          {(person) => (person ? <PersonView key={person._id} person={person} /> : <Missing />)}
        </Await>
      </Suspense>
    </Page>
  )
}

function Missing() {
  return (
    <div className="panel">
      <EmptyState
        as="h1"
        icon={<SearchX />}
        title={m.admin_people_not_found_title()}
        action={<LinkButton to={links.people()}>{m.admin_people_not_found_button()}</LinkButton>}
      />
    </div>
  )
}

/** A person as staff looks at them. What is done here is shown at once. */
function PersonView({ person: first }: { person: AccountDetails }) {
  const [state, setState] = useState({ first, person: first })
  // The page was loaded anew.
  if (state.first !== first) setState({ first, person: first })
  const { person } = state
  const onChanged = (changed: AccountDetails) => setState({ first, person: changed })
  return (
    <article aria-labelledby="person-name" className="grid grid-cols-1 gap-5">
      <header>
        <h1 id="person-name" className="text-3xl break-words">
          {person.name}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
          <PersonBadges person={person} />
        </p>
        {!person.deleted && <PersonActions person={person} onChanged={onChanged} />}
      </header>
      <DetailPanel as="h2" title={m.admin_people_account_title()}>
        <Facts facts={factsOf(person)} />
      </DetailPanel>
      <NotesPanel person={person} onChanged={onChanged} />
      <ActivityPanels person={person} />
    </article>
  )
}

function factsOf({ email, phone, memberSince, bannedAt, paid, deleted, role, rights }: AccountDetails) {
  const shownPhone = phone && (
    <span key="phone" className="flex flex-wrap gap-x-4">
      <a className={linked} href={`tel:+${phone}`}>
        {showPhone(phone)}
      </a>
      <a className={linked} href={whatsappLink(phone)} target="_blank" rel="noreferrer">
        WhatsApp
      </a>
    </span>
  )
  return [
    [
      m.admin_people_email(),
      deleted ? null : (
        <a key="email" className={linked} href={`mailto:${email}`}>
          {email}
        </a>
      ),
    ],
    [m.admin_people_phone(), shownPhone],
    [m.admin_people_member_since(), showDay(nairobiDay(new Date(memberSince)))],
    [m.admin_people_paid(), paid === undefined ? null : showKsh(paid)],
    [m.admin_people_rights(), role === 'user' ? null : rightWords(rights)],
    [
      deleted ? m.admin_people_deleted_at() : m.admin_people_banned_at(),
      bannedAt && showDay(nairobiDay(new Date(bannedAt))),
    ],
  ] as const
}

type NotesPanelProps = { person: AccountDetails; onChanged: (person: AccountDetails) => void }

/** What staff wrote and did about a person, and the place to write more. */
function NotesPanel({ person, onChanged }: NotesPanelProps) {
  return (
    <DetailPanel as="h2" title={m.admin_people_notes_title()}>
      {!person.deleted && <NoteForm accountId={person._id} onChanged={onChanged} />}
      {person.notes.length === 0 ? (
        <p className="mt-4 text-soft">{m.admin_people_notes_empty()}</p>
      ) : (
        <ol aria-label={m.admin_people_notes_title()} className="mt-4 divide-y divide-line">
          {Object.entries(person.notes).map(([place, { at, by, what, note }]) => (
            <li key={place} className="grid gap-1 py-3">
              {what !== 'note' && (
                <span>
                  <StatusBadge tone={kinds[what].tone}>{kinds[what].label()}</StatusBadge>
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
  const attempt = useAttemptKey()
  const form = useAppForm({
    defaultValues: { note: '' },
    schema: accountAdminRoutes[ROUTE].body,
    onSubmit: async (body) => {
      const request = { params: { accountId }, body }
      const { data } = await call(ROUTE, request, { idempotencyKey: attempt.keyOf(request) })
      attempt.done()
      onChanged(data)
    },
  })
  return (
    <Form form={form} className="grid gap-3" onDone={() => form.reset()}>
      <TextareaField
        form={form}
        name="note"
        label={m.admin_people_note_label()}
        hint={m.admin_people_note_hint()}
        rows={2}
      />
      <FormProblem>{form.refusal}</FormProblem>
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        pending={form.pending}
        className="justify-self-start"
      >
        {m.admin_people_note_button()}
      </Button>
    </Form>
  )
}
