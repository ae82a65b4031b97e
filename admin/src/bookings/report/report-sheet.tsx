import { positionLabels } from '@twende/contract/bookings/condition/condition-labels.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { NumberPlate } from '../../fleet/fleet-cells.tsx'
import { links } from '../../links.ts'
import { AgreementStep } from './agreement-step.tsx'
import { ChargesStep } from './charges-step.tsx'
import { EquipmentStep, MetersStep } from './condition-steps.tsx'
import { MarksStep } from './marks-step.tsx'
import { PhotosStep, useTakePhoto } from './photos-step.tsx'
import {
  firstLack,
  type Lack,
  lackOf,
  nextPosition,
  type ReportDraft,
  type ReportStep,
  stepsOf,
} from './report-draft.ts'
import { deleteDraft } from './report-store.ts'
import type { SendState } from './send-report.ts'
import { SignatureStep } from './signature-step.tsx'
import { type OpenReport, useReport } from './use-report.ts'

/** Each step is shown here; a further one, such as the deposit before the signature, is one line here and in `REPORT_STEPS`. */
const steps: Record<
  ReportStep,
  { label: () => string; Step: (props: { report: OpenReport }) => React.ReactNode }
> = {
  photos: { label: m.admin_report_step_photos, Step: PhotosStep },
  marks: { label: m.admin_report_step_marks, Step: MarksStep },
  meters: { label: m.admin_report_step_meters, Step: MetersStep },
  equipment: { label: m.admin_report_step_equipment, Step: EquipmentStep },
  charges: { label: m.admin_report_step_charges, Step: ChargesStep },
  agreement: { label: m.admin_report_step_agreement, Step: AgreementStep },
  signature: { label: m.admin_report_step_signature, Step: SignatureStep },
}

const lacks: Record<Lack, (draft: ReportDraft) => string> = {
  photos: (draft) =>
    m.admin_report_lack_photo({ position: positionLabels[nextPosition(draft) ?? 'front']() }),
  km: () => m.validation_kilometres_missing(),
  kmUnlikely: ({ basis, km }) =>
    m.admin_report_lack_km_confirm({
      last: (basis.lastReading?.km ?? 0).toLocaleString('en-GB'),
      km: wholeNumber(km).toLocaleString('en-GB'),
    }),
  fuel: () => m.validation_fuel_level(),
  chargeName: () => m.validation_charge_name(),
  chargeAmount: () => m.admin_report_lack_charge(),
  chargesPaidBy: () => m.validation_how_paid(),
  chargesCode: () => m.validation_payment_code(),
  agreement: () => m.admin_report_agreement_missing(),
  signature: () => m.validation_signature(),
  signerName: () => m.validation_signer_name(),
}

type ReportSheetProps = { first: ReportDraft; onElsewhere: () => void }

/** A report while it is made: one step at a time, what is next at the thumb. */
export function ReportSheet({ first, onElsewhere }: ReportSheetProps) {
  const report = useReport(first)
  const { draft, state } = report
  useCompleted(draft, state)
  const isElsewhere = state.kind === 'elsewhere'
  useEffect(() => {
    if (isElsewhere) onElsewhere()
  }, [isElsewhere, onElsewhere])
  const list = stepsOf(draft.kind)
  const { label, Step } = steps[draft.step]
  const number = list.indexOf(draft.step) + 1
  return (
    <article aria-labelledby="report-title">
      <header>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          <span className="figures">{draft.booking.reference}</span>
          <span>{draft.booking.carName}</span>
          {draft.booking.numberPlate && <NumberPlate>{draft.booking.numberPlate}</NumberPlate>}
        </p>
        <h1 id="report-title" className="mt-1 text-2xl">
          {draft.kind === 'return' ? m.admin_report_return_title() : m.admin_report_handover_title()}
        </h1>
        {draft.signedAt === null && (
          <div className="mt-2">
            <p className="text-sm font-semibold">
              {m.admin_report_step({ number, total: list.length, name: label() })}
            </p>
            <div aria-hidden="true" className="mt-1 flex gap-1">
              {list.map((step, at) => (
                <span
                  key={step}
                  className={`h-1 flex-1 rounded-sm ${at < number ? 'bg-acacia' : 'bg-line'}`}
                />
              ))}
            </div>
          </div>
        )}
        <SendLine state={state} isKept={report.isKept} />
      </header>
      {draft.signedAt === null ? (
        <>
          <div className="mt-4">
            <Step key={draft.step} report={report} />
          </div>
          <ReportBar report={report} />
        </>
      ) : (
        <Signed report={report} />
      )}
    </article>
  )
}

/** Once the server has the report, the device forgets it and the booking is shown. */
function useCompleted(draft: ReportDraft, state: SendState) {
  const navigate = useNavigate()
  const message = state.kind === 'completed' ? state.message : undefined
  useEffect(() => {
    if (message === undefined) return
    toast.success(message)
    void deleteDraft(draft).then(() => navigate(links.booking(draft.bookingId), { replace: true }))
  }, [message, draft, navigate])
}

/** What the device has sent, and what waits for the network. */
function SendLine({ state, isKept }: { state: SendState; isKept: boolean }) {
  const shown = lineOf(state)
  return (
    <div role="status" className="mt-2 grid gap-2">
      <p className="figures flex items-center gap-2 text-sm">
        {shown.icon}
        {shown.text}
      </p>
      {!isKept && (
        <p className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">{m.admin_report_not_kept()}</p>
      )}
    </div>
  )
}

function lineOf(state: SendState) {
  const look = { 'aria-hidden': true, className: 'size-5 shrink-0' } as const
  if (state.kind === 'waiting')
    return {
      icon: <CloudOff {...look} />,
      text: m.admin_report_waiting({ done: state.done, total: state.total }),
    }
  if (state.kind === 'sending')
    return {
      icon: <CloudUpload {...look} />,
      text: m.admin_report_sending({ done: state.done, total: state.total }),
    }
  if (state.kind === 'refused') return { icon: <CloudOff {...look} />, text: m.admin_report_not_sent() }
  return { icon: <CloudCheck {...look} />, text: m.admin_report_saved() }
}

/** A signed report on its way. */
function Signed({ report: { state, send } }: { report: OpenReport }) {
  return (
    <div className="panel mt-5 grid gap-3 p-5">
      <h2 className="text-xl">{m.admin_report_signed_title()}</h2>
      <p>{state.kind === 'waiting' ? m.admin_report_signed_waiting() : m.admin_report_signed_sending()}</p>
      {state.kind === 'waiting' && (
        <Button variant="secondary" className="justify-self-start" onClick={() => void send()}>
          {m.common_try_again()}
        </Button>
      )}
    </div>
  )
}

/** Back and on; while a photo is missing, the button takes it. */
function ReportBar({ report }: { report: OpenReport }) {
  const { draft, update, state } = report
  const list = stepsOf(draft.kind)
  const at = list.indexOf(draft.step)
  const [tried, setTried] = useState<ReportStep>()
  const lack = lackOf(draft, draft.step)
  const top = useRef<HTMLDivElement>(null)
  function go(step: ReportStep | undefined) {
    if (!step) return
    setTried(undefined)
    update({ step })
    window.scrollTo({ top: 0 })
  }
  function on() {
    if (lack) return setTried(draft.step)
    const next = list[at + 1]
    if (next) return go(next)
    const missing = firstLack(draft)
    if (missing) {
      go(missing.step)
      return setTried(missing.step)
    }
    update({ signedAt: new Date().toISOString() })
    void report.send()
  }
  const shownLack = tried === draft.step && lack ? lacks[lack](draft) : undefined
  const refusal = state.kind === 'refused' ? state.message : undefined
  return (
    <div
      ref={top}
      className="sticky bottom-0 z-20 -mx-4 mt-5 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print"
    >
      <div role="alert">
        {(shownLack ?? refusal) && (
          <div className="mb-2">
            <FieldError>{shownLack ?? refusal}</FieldError>
          </div>
        )}
      </div>
      <div className="flex items-center gap-3">
        {at > 0 && (
          <Button variant="secondary" onClick={() => go(list[at - 1])}>
            {m.admin_report_previous()}
          </Button>
        )}
        {draft.step === 'photos' && nextPosition(draft) ? (
          <TakeNext report={report} />
        ) : (
          <Button className="flex-1" onClick={on}>
            {nextWords(draft, list[at + 1])}
          </Button>
        )}
      </div>
    </div>
  )
}

function nextWords({ kind }: ReportDraft, next: ReportStep | undefined): string {
  if (next) return m.admin_report_next({ step: steps[next].label() })
  return kind === 'return' ? m.admin_report_finish_return() : m.admin_report_finish_handover()
}

function TakeNext({ report }: { report: OpenReport }) {
  const position = nextPosition(report.draft) ?? 'front'
  const { input, take } = useTakePhoto(report, { position })
  return (
    <>
      {input}
      <Button className="flex-1" pending={report.working} onClick={take}>
        {m.admin_report_take_photo({ position: positionLabels[position]() })}
      </Button>
    </>
  )
}
