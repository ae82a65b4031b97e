import { extrasToPrepare } from '@twende/contract/bookings/extra-format.ts'
import type { YardMove } from '@twende/contract/bookings/yard-routes.ts'
import { addDays, isDay, nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { ChevronLeft, ChevronRight, MessageCircle, Phone, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/yard-page'

const missingLabels: Record<YardMove['missing'][number], (move: YardMove) => string> = {
  car: () => m.admin_yard_missing_car(),
  confirmation: () => m.admin_yard_missing_confirmation(),
  payment: () => m.admin_yard_missing_payment(),
  deposit: ({ depositDue }) => m.admin_yard_missing_deposit({ amount: showKsh(depositDue) }),
  papers: () => m.admin_yard_missing_papers(),
  papersToCheck: () => m.admin_yard_missing_papers_to_check(),
}

function readYardSearch(query: URLSearchParams): { day: string | undefined } {
  const day = addressReader(query).text('day', 10)
  return { day: day && isDay(day) ? day : undefined }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { day } = readYardSearch(new URL(request.url).searchParams)
  const query = day === undefined ? {} : { day }
  return { day, ...(await loadForPage(call('GET /api/admin/yard', { query }))) }
}

export const meta = () => pageTitle(m.admin_menu_yard())

/** The cars that leave and come back on a day, to be read on a phone in the yard or on paper. */
export default function YardPage({ loaderData: { day, page } }: Route.ComponentProps) {
  useRevalidateEvery(SHARED_WORK_MS)
  const shown = day ?? nairobiDay(serverNow())
  return (
    <Page title={m.admin_yard_title_of({ day: showDay(shown) })}>
      <YardToolbar day={shown} />
      <PageContent page={page}>{(list) => <YardLists day={list.day} moves={list.data} />}</PageContent>
    </Page>
  )
}

/** Which day, and printing it. */
function YardToolbar({ day }: { day: string }) {
  const { change } = useAddressSearch(readYardSearch)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-1.5 no-print">
      <LinkButton
        variant="secondary"
        size="sm"
        to={links.yard({ day: addDays(day, -1) })}
        aria-label={m.admin_yard_day_earlier()}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </LinkButton>
      <LinkButton variant="secondary" size="sm" to={links.yard()}>
        {m.admin_menu_today()}
      </LinkButton>
      <LinkButton
        variant="secondary"
        size="sm"
        to={links.yard({ day: addDays(day, 1) })}
        aria-label={m.admin_yard_day_later()}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </LinkButton>
      <Field label={m.admin_yard_day()} labelHidden className="min-w-36 flex-1 sm:flex-none">
        <DateInput
          required
          value={day}
          onChange={({ target }) => target.value && change({ day: target.value })}
        />
      </Field>
      <Button
        variant="secondary"
        size="sm"
        icon={<Printer aria-hidden="true" className="size-5" />}
        onClick={() => window.print()}
      >
        {m.admin_yard_print()}
      </Button>
    </div>
  )
}

function YardLists({ day, moves }: { day: string; moves: readonly YardMove[] }) {
  const pickups = moves.filter(({ kind }) => kind === 'pickup')
  const returns = moves.filter(({ kind }) => kind === 'return')
  return (
    <div className="mt-5 grid gap-5">
      <YardList
        title={m.admin_yard_pickups({ count: pickups.length })}
        none={m.admin_yard_no_pickups()}
        day={day}
        moves={pickups}
      />
      <YardList
        title={m.admin_yard_returns({ count: returns.length })}
        none={m.admin_yard_no_returns()}
        day={day}
        moves={returns}
      />
    </div>
  )
}

type YardListProps = { title: string; none: string; day: string; moves: readonly YardMove[] }

function YardList({ title, none, day, moves }: YardListProps) {
  return (
    <DetailPanel as="h2" title={title}>
      {moves.length === 0 && <p className="text-soft">{none}</p>}
      <ul className="divide-y divide-line">
        {moves.map((move) => (
          <Move key={move.bookingId} move={move} day={day} />
        ))}
      </ul>
    </DetailPanel>
  )
}

function Move({ move, day: listDay }: { move: YardMove; day: string }) {
  const day = nairobiDay(new Date(move.at))
  const isLate = !move.isDone && Date.parse(move.at) < serverNow().getTime()
  return (
    <li
      className={classes(
        // Paper is as narrow as a phone, but has its four columns beside each other.
        'grid items-start gap-x-3 gap-y-1 py-3 break-inside-avoid not-print:grid-cols-[4rem_minmax(0,1fr)_auto] not-print:md:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto] print:grid-cols-[4rem_1fr_1fr_1fr]',
        move.isDone && 'text-soft',
      )}
    >
      <p className="figures font-semibold">
        {showInstant(move.at).slice(-5)}
        {day !== listDay && <span className="block text-xs font-normal text-soft">{showDay(day)}</span>}
      </p>
      <div className="min-w-0">
        <Link to={links.booking(move.bookingId)} className="font-semibold underline-offset-4 hover:underline">
          {move.car}
        </Link>
        <p className="figures">{move.plate || m.admin_yard_no_plate()}</p>
        <p className="text-sm text-soft">{move.place}</p>
        {move.address && <p className="text-sm break-words">{move.address}</p>}
      </div>
      <div className="min-w-0 not-print:max-md:col-start-2 not-print:max-md:row-start-2">
        <p>{move.customer}</p>
        <p className="figures text-sm text-soft">{showPhone(move.phone)}</p>
        <p className="figures text-sm text-soft">{move.reference}</p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-1.5 not-print:max-md:col-start-2 not-print:max-md:row-start-3">
        {move.isDone && (
          <StatusBadge>{move.kind === 'pickup' ? m.admin_yard_out() : m.admin_yard_back()}</StatusBadge>
        )}
        {isLate && <StatusBadge tone="clay">{m.admin_today_late()}</StatusBadge>}
        {move.missing.map((missing) => (
          <StatusBadge key={missing} tone="sunrise">
            {missingLabels[missing](move)}
          </StatusBadge>
        ))}
        {move.withdrawnDrivers.length > 0 && (
          <StatusBadge tone="clay">
            {m.admin_yard_driver_withdrawn({ names: move.withdrawnDrivers.join(', ') })}
          </StatusBadge>
        )}
        {extrasToPrepare(move.extras, move.kind).map((what) => (
          <StatusBadge key={what} tone="acacia">
            {what}
          </StatusBadge>
        ))}
        {move.specialRequests && (
          <p className="w-full text-sm">{m.admin_yard_requests({ requests: move.specialRequests })}</p>
        )}
      </div>
      {move.phone && <Contact move={move} />}
    </li>
  )
}

const round = 'grid size-11 place-items-center rounded-md border border-line text-ink hover:border-ink'

function Contact({ move }: { move: YardMove }) {
  const name = move.customer
  return (
    <div className="flex gap-1.5 max-md:col-start-3 max-md:row-span-3 max-md:row-start-1 max-md:flex-col no-print">
      <a
        href={`tel:${move.phone.replace(/[^\d+]/g, '')}`}
        aria-label={m.admin_today_call_label({ name, phone: showPhone(move.phone) })}
        className={round}
      >
        <Phone aria-hidden="true" className="size-5" />
      </a>
      <a
        href={whatsappLink(move.phone, move.message)}
        target="_blank"
        rel="noreferrer"
        aria-label={m.admin_bookings_whatsapp_label({ name })}
        className={round}
      >
        <MessageCircle aria-hidden="true" className="size-5" />
      </a>
    </div>
  )
}
