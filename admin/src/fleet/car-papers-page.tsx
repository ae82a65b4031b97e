import { daysBetween, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { type CoverGap, documentKindLabels, REQUIRED_DOCUMENTS } from '@twende/contract/cars/car-cover.ts'
import {
  type CarDocument,
  type CarDocuments,
  carDocumentRoutes,
} from '@twende/contract/cars/car-document-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { loadForPage, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import type { Route } from './+types/car-papers-page'
import { CarPartPage } from './car-heading.tsx'
import { endState, enteredWords, withdrawnWords } from './fleet-labels.ts'
import { ScanButton } from './scan-button.tsx'

const WITHDRAW = 'POST /api/admin/car-document/:documentId/withdraw'

const DocumentDialog = lazyWithRetry(() =>
  import('./document-dialog.tsx').then((module) => module.DocumentDialog),
)
const AttachScanDialog = lazyWithRetry(() =>
  import('./attach-scan-dialog.tsx').then((module) => module.AttachScanDialog),
)
const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

async function load(carId: string) {
  const params = { carId }
  const [car, papers] = await Promise.all([
    call('GET /api/admin/car/:carId', { params }),
    call('GET /api/admin/car/:carId/documents', { params }),
  ])
  return { car: car.data, papers: papers.data }
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadForPage(load(params.carId))

export const meta = () => pageTitle(m.admin_fleet_part_papers())

/** The documents of a car: which it has, until when, and on which days it is not rented for lack of one. */
export default function CarPapersPage({ loaderData }: Route.ComponentProps) {
  return (
    <CarPartPage part="papers" page={loaderData.page}>
      {({ car, papers }) => <Papers key={car._id} carId={car._id} papers={papers} />}
    </CarPartPage>
  )
}

type Asked =
  | { kind: 'add'; renews?: CarDocument }
  | { kind: 'attach'; document: CarDocument }
  | { kind: 'withdraw'; document: CarDocument }

function Papers({ carId, papers }: { carId: string; papers: CarDocuments }) {
  const [asked, setAsked] = useState<Asked>()
  const { revalidate } = useRevalidator()
  const done = async (message: string) => {
    toast.success(message)
    await revalidate()
  }
  const { documents } = papers
  const current = documents.filter(({ withdrawnAt }) => withdrawnAt === null)
  const withdrawn = documents.filter(({ withdrawnAt }) => withdrawnAt !== null)
  return (
    <div className="mt-5 grid gap-5">
      <Gaps papers={papers} />
      <DetailPanel
        as="h2"
        title={m.admin_fleet_part_papers()}
        aside={
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setAsked({ kind: 'add' })}
          >
            {m.admin_papers_add()}
          </Button>
        }
      >
        {current.length === 0 && <p className="text-soft">{m.admin_papers_none()}</p>}
        <ul className="-my-4 divide-y divide-line">
          {current.map((document) => (
            <DocumentItem key={document._id} carId={carId} document={document}>
              <DocumentButtons document={document} isLatest={isLatest(document, current)} onAsk={setAsked} />
            </DocumentItem>
          ))}
        </ul>
      </DetailPanel>
      {withdrawn.length > 0 && (
        <DetailPanel as="h2" title={m.admin_papers_withdrawn_title()}>
          <ul className="-my-4 divide-y divide-line">
            {withdrawn.map((document) => (
              <DocumentItem key={document._id} carId={carId} document={document} />
            ))}
          </ul>
        </DetailPanel>
      )}
      <WhenOpen open={asked?.kind === 'add'}>
        {asked?.kind === 'add' && (
          <DocumentDialog
            carId={carId}
            renews={asked.renews}
            onDone={done}
            onClose={() => setAsked(undefined)}
          />
        )}
      </WhenOpen>
      <WhenOpen open={asked?.kind === 'attach'}>
        {asked?.kind === 'attach' && (
          <AttachScanDialog document={asked.document} onDone={done} onClose={() => setAsked(undefined)} />
        )}
      </WhenOpen>
      <WhenOpen open={asked?.kind === 'withdraw'}>
        {asked?.kind === 'withdraw' && (
          <ReasonDialog
            open
            title={m.admin_papers_withdraw_title({ number: asked.document.number })}
            explains={
              asked.document.kind === 'road'
                ? m.admin_papers_withdraw_text()
                : m.admin_papers_withdraw_required_text()
            }
            yes={m.admin_papers_withdraw()}
            danger
            text={{ label: m.admin_fleet_reason_label(), hint: m.admin_fleet_reason_hint(), required: true }}
            usual={[m.admin_papers_reason_typed_wrongly(), m.admin_papers_reason_cancelled()]}
            schema={carDocumentRoutes[WITHDRAW].body}
            onDecide={async (reason) => {
              const params = { documentId: asked.document._id }
              const { message } = await call(WITHDRAW, { params, body: { reason } })
              await done(message)
            }}
            onClose={() => setAsked(undefined)}
          />
        )}
      </WhenOpen>
    </div>
  )
}

type DocumentButtonsProps = { document: CarDocument; isLatest: boolean; onAsk: (asked: Asked) => void }

function DocumentButtons({ document, isLatest, onAsk }: DocumentButtonsProps) {
  const { number } = document
  return (
    <>
      {!document.scan && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={m.admin_scan_attach_label({ number })}
          onClick={() => onAsk({ kind: 'attach', document })}
        >
          {m.admin_scan_attach()}
        </Button>
      )}
      {isLatest && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={m.admin_papers_renew_label({ number })}
          onClick={() => onAsk({ kind: 'add', renews: document })}
        >
          {m.admin_papers_renew()}
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        aria-label={m.admin_papers_withdraw_label({ number })}
        onClick={() => onAsk({ kind: 'withdraw', document })}
      >
        {m.admin_papers_withdraw()}
      </Button>
    </>
  )
}

/** On which days the car is not rented, for lack of what, and which documents are not recorded although that is not needed. */
function Gaps({ papers: { gaps, onlyRecorded, documents } }: { papers: CarDocuments }) {
  const unrecorded = onlyRecorded
    ? []
    : REQUIRED_DOCUMENTS.filter((kind) => documents.every((document) => document.kind !== kind))
  return (
    <>
      {gaps.length > 0 && (
        <div className="flex gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
          <div>
            <h2 className="font-semibold">{m.admin_papers_gaps_title()}</h2>
            <ul className="figures mt-1 grid gap-1">
              {gaps.map((gap) => (
                <li key={gap.kind + gap.from}>{gapWords(gap)}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {unrecorded.map((kind) => (
        <p key={kind} className="text-soft">
          {m.admin_papers_unrecorded({ document: documentKindLabels[kind]() })}
        </p>
      ))}
      {gaps.length === 0 && unrecorded.length === 0 && (
        <p className="text-soft">{m.admin_papers_covered()}</p>
      )}
    </>
  )
}

function gapWords({ kind, from, until }: CoverGap): string {
  const document = documentKindLabels[kind]()
  if (from === until) return m.admin_papers_gap_day({ document, day: showDay(from) })
  return m.admin_papers_gap({ document, from: showDay(from), until: showDay(until) })
}

/** A document that was renewed is not renewed again. */
function isLatest({ kind, validUntil }: CarDocument, documents: readonly CarDocument[]): boolean {
  return !documents.some((other) => other.kind === kind && other.validUntil > validUntil)
}

/** The scan of a document with a link that was made now. */
async function findScan(carId: string, documentId: string) {
  const { data } = await call('GET /api/admin/car/:carId/documents', { params: { carId } })
  return data.documents.find(({ _id }) => _id === documentId)?.scan
}

type DocumentItemProps = { carId: string; document: CarDocument; children?: React.ReactNode }

function DocumentItem({ carId, document, children }: DocumentItemProps) {
  const { kind, number, issuer, validFrom, validUntil, createdBy, createdAt, withdrawnAt } = document
  const state = withdrawnAt === null ? documentState(document) : undefined
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{documentKindLabels[kind]()}</span>
          {state && <StatusBadge tone={state.tone}>{state.word}</StatusBadge>}
        </p>
        <p className="figures">
          {m.admin_papers_days({ from: showDay(validFrom), until: showDay(validUntil) })}
        </p>
        <p className="text-sm wrap-anywhere text-soft">
          {number}, {issuer}
        </p>
        <p className="text-sm text-soft">
          {withdrawnAt === null ? enteredWords(createdBy, createdAt) : withdrawnWords(document)}
        </p>
      </div>
      {(children || document.scan) && (
        <div className="flex flex-wrap gap-2">
          {document.scan && (
            <ScanButton
              name={`${documentKindLabels[kind]()} ${number}`}
              find={() => findScan(carId, document._id)}
            />
          )}
          {children}
        </div>
      )}
    </li>
  )
}

/** How a document stands today. */
function documentState({ validFrom, validUntil }: CarDocument): { tone: BadgeTone; word: string } {
  const today = nairobiDay(serverNow())
  if (validFrom > today) return { tone: 'ink', word: m.admin_papers_state_later({ day: showDay(validFrom) }) }
  return endState(daysBetween(today, validUntil))
}
