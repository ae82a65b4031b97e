import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { useState } from 'react'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { DeedPanels } from './deed-panels.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonBadges } from './person-badges.tsx'

const linked = 'underline underline-offset-4'

/** A person as staff looks at them. What is done here is shown at once. */
export function PersonView({ person: first }: { person: AccountDetails }) {
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
      <DetailPanel as="h2" title="Account">
        <Facts facts={factsOf(person)} />
      </DetailPanel>
      <NotesPanel person={person} onChanged={onChanged} />
      <DeedPanels person={person} />
    </article>
  )
}

function factsOf({ email, phone, memberSince, bannedAt, paid, deleted }: AccountDetails) {
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
      'Email',
      deleted ? null : (
        <a key="email" className={linked} href={`mailto:${email}`}>
          {email}
        </a>
      ),
    ],
    ['Phone', shownPhone],
    ['Member since', showDay(nairobiDay(new Date(memberSince)))],
    ['Paid in all', showKsh(paid)],
    [deleted ? 'Left' : 'Banned', bannedAt && showDay(nairobiDay(new Date(bannedAt)))],
  ] as const
}
