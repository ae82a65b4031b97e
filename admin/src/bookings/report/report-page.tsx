import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { awaitsReturn } from '@twende/contract/bookings/booking-status.ts'
import type { ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { fetchPrivateFile } from '@twende/ui/api/private-picture.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { newUuid } from '@twende/ui/form/new-key.ts'
import { Ban, CircleCheck, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Page, PageSkeleton, pageTitle } from '../../frame/page.tsx'
import { links } from '../../links.ts'
import type { Route } from './+types/report-page'
import { readAgreement } from './agreement-step.tsx'
import { driversShown, newDraft, type ReportDraft } from './report-draft.ts'
import { ReportSheet } from './report-sheet.tsx'
import { draftKey, earlierPhotos, loadDraft, loadPhoto, saveDraft, savePhoto } from './report-store.ts'

type Loaded =
  | { draft: ReportDraft; failed?: undefined }
  | { draft?: undefined; failed: string; isOver: boolean }

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const kind = new URL(request.url).pathname.endsWith('/return') ? 'return' : 'handover'
  return { loaded: await load(params.bookingId, kind), kind, bookingId: params.bookingId }
}

/** What this device keeps is newer than what the server knows. */
export const shouldRevalidate = () => false

export const meta = () => pageTitle(m.admin_report_page_title())

const isDue = {
  handover: ({ status }: AdminBooking) => status === 'confirmed',
  return: awaitsReturn,
} as const

/** The report that this device keeps, or a new one; without network, only one that was opened before. */
async function load(bookingId: string, kind: ReportKind): Promise<Loaded> {
  const kept = await loadDraft(draftKey({ bookingId, kind }))
  // From the signature on, the device only sends what was signed.
  if (kept?.signedAt) return { draft: kept }
  try {
    const params = { bookingId }
    const [
      { data: booking, money },
      { data: basis },
      {
        data: { deposit },
      },
      { isCleared, additional, data: drivers },
      agreed,
    ] = await Promise.all([
      call('GET /api/admin/booking/:bookingId', { params }),
      call('GET /api/admin/booking/:bookingId/condition', { params }),
      call('GET /api/admin/booking/:bookingId/deposit', { params }),
      call('GET /api/admin/booking/:bookingId/drivers', { params }),
      kind === 'handover' ? readAgreement(bookingId) : {},
    ])
    if (!isDue[kind](booking))
      return {
        failed: kind === 'return' ? m.admin_report_return_over() : m.admin_report_handover_over(),
        isOver: true,
      }
    const { firstName, lastName, phone } = booking.customerInfo
    const shown = {
      reference: booking.bookingId,
      carName: booking.carName,
      numberPlate: booking.numberPlate,
      customerName: fullName({ firstName, lastName }),
      ...driversShown(kind, { isCleared, data: drivers }),
      phone,
      due: money.dueAtHandover,
      reach: booking.reach,
      ...(kind === 'handover' && { additional }),
    }
    const draft = kept
      ? { ...kept, booking: shown, basis, deposit, ...agreed }
      : newDraft({
          draftId: newUuid(),
          bookingId,
          kind,
          booking: shown,
          basis,
          deposit,
          ...agreed,
          now: new Date(),
        })
    await saveDraft(draft)
    void keepEarlierPhotos(draft)
    return { draft }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'not_signed_in') throw error
    if (kept && error.status === 0) return { draft: kept }
    return { failed: error.message, isOver: false }
  }
}

/** Keeps the photos of the handover on the device, so that they can be compared in the yard. */
async function keepEarlierPhotos(draft: ReportDraft): Promise<void> {
  for (const { _id, file } of earlierPhotos(draft)) {
    if (await loadPhoto(_id)) continue
    const photo = await fetchPrivateFile(file.thumbnailLink ?? file.link).catch(() => undefined)
    if (photo) await savePhoto(_id, photo)
  }
}

/** The report of a car's condition, made on a phone beside the car: at the handover and at the return. */
export default function ReportPage({ loaderData: { loaded, kind, bookingId } }: Route.ComponentProps) {
  const back = { to: links.booking(bookingId), label: m.admin_report_back() }
  return (
    <Page width="reading" back={back}>
      {loaded.draft ? (
        <OwnReport key={loaded.draft.draftId} draft={loaded.draft} />
      ) : loaded.isOver ? (
        <EmptyState
          as="h1"
          icon={<CircleCheck />}
          title={kind === 'return' ? m.admin_report_return_title() : m.admin_report_handover_title()}
          action={<LinkButton to={links.booking(bookingId)}>{m.admin_report_back()}</LinkButton>}
        >
          {loaded.failed}
        </EmptyState>
      ) : (
        <LoadFailure message={loaded.failed} />
      )}
    </Page>
  )
}

/** The report where no other tab or device makes it; otherwise who does, and how it can be continued here. */
function OwnReport({ draft: loaded }: { draft: ReportDraft }) {
  const [draft, setDraft] = useState(loaded)
  const [own, setOwn] = useState<'unknown' | 'here' | 'otherTab' | 'elsewhere' | ApiError>('unknown')
  useEffect(() => {
    const closing = new AbortController()
    void holdTab(loaded, closing.signal).then(async (isOnlyTab) => {
      if (closing.signal.aborted) return
      if (!isOnlyTab) return setOwn('otherTab')
      const refusal = loaded.signedAt === null ? await whatForbids(loaded) : undefined
      if (closing.signal.aborted) return
      setOwn(refusal?.code === 'condition_report_elsewhere' ? 'elsewhere' : (refusal ?? 'here'))
    })
    return () => closing.abort()
  }, [loaded])
  /** What was made here meanwhile is on the device; its photos are sent again, since the other device may have replaced them. */
  async function continueHere() {
    const kept = (await loadDraft(draftKey(draft))) ?? draft
    setDraft({ ...kept, photos: kept.photos.map((photo) => ({ ...photo, sent: false })) })
    setOwn('here')
  }
  if (own === 'unknown') return <PageSkeleton />
  if (own === 'here') return <ReportSheet first={draft} onElsewhere={() => setOwn('elsewhere')} />
  if (own === 'otherTab') return <OtherTab />
  if (own !== 'elsewhere') return <HirerRefused bookingId={draft.bookingId} reason={own.message} />
  return <Elsewhere draft={draft} onHere={continueHere} />
}

/** Nobody takes eight photos for a customer who gets no car. */
function HirerRefused({ bookingId, reason }: { bookingId: string; reason: string }) {
  return (
    <EmptyState
      as="h1"
      icon={<Ban />}
      title={m.admin_report_hirer_refused_title()}
      action={<LinkButton to={links.booking(bookingId)}>{m.admin_report_back()}</LinkButton>}
    >
      {reason}
    </EmptyState>
  )
}

function OtherTab() {
  return (
    <EmptyState
      as="h1"
      icon={<Smartphone />}
      title={m.admin_report_other_tab_title()}
      action={<Button onClick={() => window.location.reload()}>{m.admin_report_other_tab_button()}</Button>}
    >
      {m.admin_report_other_tab_text()}
    </EmptyState>
  )
}

function Elsewhere({ draft, onHere }: { draft: ReportDraft; onHere: () => Promise<void> }) {
  const { inProgress } = draft.basis
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  async function continueHere() {
    setPending(true)
    try {
      await begin(draft, true)
      await onHere()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : m.admin_common_unreachable())
      setPending(false)
    }
  }
  return (
    <EmptyState
      as="h1"
      icon={<Smartphone />}
      title={m.admin_report_elsewhere_title()}
      action={
        <Button pending={pending} onClick={() => void continueHere()}>
          {m.admin_report_elsewhere_button()}
        </Button>
      }
    >
      {inProgress
        ? m.admin_report_elsewhere_text({ name: inProgress.by, count: inProgress.photos })
        : m.admin_report_elsewhere_unknown()}
      {problem && (
        <span role="alert" className="mt-3 block font-medium text-clay-deep">
          {problem}
        </span>
      )}
    </EmptyState>
  )
}

function begin({ bookingId, kind, draftId }: ReportDraft, takeOver: boolean) {
  return call('POST /api/admin/booking/:bookingId/condition/:kind/start', {
    params: { bookingId, kind },
    body: { draftId, takeOver },
  })
}

/** Without network nobody knows; the report is made here, and the server tells when its photos arrive. */
async function whatForbids(draft: ReportDraft): Promise<ApiError | undefined> {
  try {
    await begin(draft, false)
    return undefined
  } catch (error) {
    const forbids = ['condition_report_elsewhere', 'hirer_refused']
    return error instanceof ApiError && forbids.includes(error.code) ? error : undefined
  }
}

/** Whether this tab alone has the report open, until `closing`. Browsers have such locks on secure addresses only. */
function holdTab(draft: ReportDraft, closing: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks.request(`report ${draftKey(draft)}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (lock && !closing.aborted) return new Promise((end) => closing.addEventListener('abort', end))
      return undefined
    })
  })
}
