import type { AccountSummary } from '@twende/contract/accounts/account-details.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { UserSearch } from 'lucide-react'
import { Link } from 'react-router'
import { type PeopleSearch, peopleHref } from './people-search.ts'
import { PersonBadges } from './person-badges.tsx'

type FoundPeople = Reply<'GET /api/admin/people'>

type PeopleListProps = { search: PeopleSearch; found: FoundPeople }

/** One page of people. */
export function PeopleList({ search, found: { data: people, pagination } }: PeopleListProps) {
  if (people.length === 0) {
    return (
      <div className="panel mt-5">
        <EmptyState
          icon={<UserSearch />}
          title="Nobody found"
          action={
            <LinkButton variant="secondary" to={peopleHref({})}>
              Show everybody
            </LinkButton>
          }
        >
          Look for a part of the name, the email, or the phone number.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="mt-5">
      <p role="status" className="mb-3 font-semibold">
        {pagination.total.toLocaleString('en-KE')} {pagination.total === 1 ? 'person' : 'people'}
      </p>
      <ul aria-label="People" className="panel divide-y divide-line overflow-hidden">
        {people.map((person) => (
          <li key={person._id}>
            <PersonLink person={person} to={peopleHref(search, person._id)} />
          </li>
        ))}
      </ul>
      <Pagination
        {...pagination}
        hrefFor={(page) => peopleHref({ ...search, page })}
        label="Pages of people"
      />
    </div>
  )
}

function PersonLink({ person, to }: { person: AccountSummary; to: string }) {
  const { name, email, phone, memberSince } = person
  return (
    <Link
      to={to}
      className="grid gap-x-6 gap-y-1 px-4 py-3.5 hover:bg-sand md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center"
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          <span className="truncate font-semibold">{name}</span>
          <PersonBadges person={person} />
        </span>
        <span className="figures block text-sm text-soft">{deeds(person)}</span>
      </span>
      <span className="min-w-0 text-sm">
        <span className="block truncate">{email}</span>
        <span className="figures block text-soft">{phone ? showPhone(phone) : 'No phone number'}</span>
      </span>
      <span className="figures hidden text-sm text-soft md:block">
        since {showDay(nairobiDay(new Date(memberSince)))}
      </span>
    </Link>
  )
}

function deeds({ bookings, listings, orders }: AccountSummary): string {
  const words = [counted(bookings, 'booking'), counted(listings, 'listing'), counted(orders, 'order')]
  return words.filter(Boolean).join(' · ') || 'Nothing yet'
}

function counted(n: number, thing: string): string {
  return n === 0 ? '' : `${n} ${thing}${n === 1 ? '' : 's'}`
}
