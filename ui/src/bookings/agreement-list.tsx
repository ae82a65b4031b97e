import type {
  AddendumToAccept,
  Agreement,
  AgreementKind,
} from '@twende/contract/agreements/agreement-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call, type Reply } from '../api/call.ts'
import { saveBlob } from '../api/file-calls.ts'
import { fetchPrivateFile } from '../api/private-picture.tsx'
import { Button, LinkButton } from '../controls/button.tsx'
import { toast } from '../controls/toast.ts'
import { agreementTitle } from './agreement-titles.ts'

type Agreements = Reply<'GET /api/booking/:bookingId/agreements'>

/** How long to wait before the list is read again while a file is being made; longer each time. */
const BEING_MADE_MS = 4_000
const LONGEST_WAIT_MS = 60_000

/** The agreements of a booking, read anew when its status changes and while one is being made. */
export function useAgreements(bookingId: string, status: string) {
  const [known, setKnown] = useState<{ bookingId: string; agreements: Agreements }>()
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const agreements = known?.bookingId === bookingId ? known.agreements : undefined
  const isBeingMade = agreements !== undefined && agreements.beingMade.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round reads again
  useEffect(() => {
    const aborter = new AbortController()
    call(
      'GET /api/booking/:bookingId/agreements',
      { params: { bookingId } },
      { signal: aborter.signal },
    ).then(
      (read) => {
        if (aborter.signal.aborted) return
        setKnown({ bookingId, agreements: read })
        setFailed(false)
      },
      () => aborter.signal.aborted || setFailed(true),
    )
    return () => aborter.abort()
  }, [bookingId, status, round])

  useEffect(() => {
    if (!isBeingMade) return
    const wait = Math.min(BEING_MADE_MS * 1.5 ** round, LONGEST_WAIT_MS)
    const timer = setTimeout(() => setRound(round + 1), wait)
    return () => clearTimeout(timer)
  }, [isBeingMade, round])

  const isShown = agreements
    ? agreements.data.length + agreements.beingMade.length + agreements.toAccept.length > 0
    : failed
  return { agreements, isShown, retry: () => setRound(round + 1) }
}

type AgreementListProps = {
  bookingId: string
  known: ReturnType<typeof useAgreements>
  /** What stands beside a change that waits for the customer. */
  beside?: (addendum: AddendumToAccept) => ReactNode
}

const beingMadeWords: Record<AgreementKind, () => string> = {
  handover: m.agreement_list_being_made,
  return: m.agreement_list_report_being_made,
  addendum: m.agreement_list_addendum_being_made,
}

/** Each agreement with a button that downloads it. */
export function AgreementList({ bookingId, known: { agreements, retry }, beside }: AgreementListProps) {
  if (!agreements) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-3">
        {m.agreement_list_load_failed()}
        <Button size="sm" variant="secondary" onClick={retry}>
          {m.common_try_again()}
        </Button>
      </p>
    )
  }
  return (
    <ul className="grid gap-4">
      {agreements.data.map((agreement) => (
        <AgreementRow key={agreement._id} bookingId={bookingId} agreement={agreement} />
      ))}
      {agreements.toAccept.map((addendum) => (
        <ToAccept key={addendum.sequence} addendum={addendum}>
          {beside?.(addendum)}
        </ToAccept>
      ))}
      {agreements.beingMade.map((kind) => (
        <li key={kind} className="text-soft">
          {beingMadeWords[kind]()}
        </li>
      ))}
    </ul>
  )
}

/** A change that the customer has not accepted, and the page where that is done. */
function ToAccept({ addendum, children }: { addendum: AddendumToAccept; children: ReactNode }) {
  const { sequence, madeAt, link } = addendum
  return (
    <li className="grid gap-2">
      <p className="font-semibold text-clay-deep">
        {m.agreement_list_to_accept({ number: sequence, at: showInstant(madeAt) })}
      </p>
      <p className="flex flex-wrap gap-3">
        <LinkButton size="sm" variant="secondary" href={new URL(link).pathname} target="_blank">
          {m.agreement_list_accept()}
        </LinkButton>
        {children}
      </p>
    </li>
  )
}

function AgreementRow({ bookingId, agreement }: { bookingId: string; agreement: Agreement }) {
  const { number, madeAt, link } = agreement
  const [pending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      await downloadAgreement(bookingId, number)
    } catch {
      toast.error(m.agreement_list_failed(), 'agreement')
    }
    setPending(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold">{agreementTitle(agreement)}</p>
        <p className="text-sm text-soft">{m.agreement_list_facts({ number, at: showInstant(madeAt) })}</p>
      </div>
      {link && (
        <Button
          size="sm"
          variant="secondary"
          pending={pending}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void download()}
        >
          {m.agreement_list_download()}
        </Button>
      )}
    </li>
  )
}

/** Saves the file under its number. A link is asked for now, because one is valid for five minutes. */
async function downloadAgreement(bookingId: string, number: string): Promise<void> {
  const { data } = await call('GET /api/booking/:bookingId/agreements', { params: { bookingId } })
  const link = data.find((agreement) => agreement.number === number)?.link
  if (!link) throw new Error('the agreement has no file')
  saveBlob(await fetchPrivateFile(link), `${number}.pdf`)
}
