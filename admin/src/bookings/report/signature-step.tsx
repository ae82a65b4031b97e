import { chargeLabel, fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { SIGNATURE_SIZE, signaturePath } from '@twende/contract/bookings/condition/signature.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { typedShillings, wholeNumber } from '@twende/ui/form/whole-number.ts'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { UnprintableLetters } from '../../frame/unprintable-letters.tsx'
import { readAgreement, typedIn } from './agreement-step.tsx'
import { agreementOf, chargesOf, isNewMark, type ReportDraft, totalOf } from './report-draft.ts'
import type { OpenReport } from './use-report.ts'

/** Points nearer than this say nothing new. */
const LEAST_STEP = 3
const MOST_POINTS = 600

/** What the renter signs, and the field for the finger. */
export function SignatureStep({ report: { draft, update } }: { report: OpenReport }) {
  const drawing = useRef(false)
  const agreement = agreementOf(draft)
  function pointOf(event: PointerEvent<SVGSVGElement>): [number, number] {
    const box = event.currentTarget.getBoundingClientRect()
    const { width, height } = SIGNATURE_SIZE
    const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most)
    return [
      within((event.clientX - box.left) / box.width, width),
      within((event.clientY - box.top) / box.height, height),
    ]
  }
  function begin(event: PointerEvent<SVGSVGElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    const point = pointOf(event)
    update(({ strokes }) => ({ strokes: [...strokes, point] }))
  }
  function draw(event: PointerEvent<SVGSVGElement>) {
    if (!drawing.current) return
    const [x, y] = pointOf(event)
    update(({ strokes }) => {
      const last = strokes.at(-1) ?? []
      const [beforeX = x, beforeY = y] = last.slice(-2)
      if (Math.hypot(x - beforeX, y - beforeY) < LEAST_STEP || last.length >= 2 * MOST_POINTS) return {}
      return { strokes: [...strokes.slice(0, -1), [...last, x, y]] }
    })
  }
  return (
    <div className="grid gap-4">
      <Summary draft={draft} />
      {draft.kind === 'return' && <LettersOfReturn draft={draft} />}
      <div className="grid gap-2">
        <p aria-hidden="true" className="text-sm font-semibold">
          {m.admin_report_signature_label()}
        </p>
        <svg
          role="img"
          aria-label={m.admin_report_signature_label()}
          viewBox={`0 0 ${SIGNATURE_SIZE.width} ${SIGNATURE_SIZE.height}`}
          className="w-full max-w-xl touch-none rounded-md border border-edge bg-white fill-transparent stroke-ink"
          strokeWidth={4}
          strokeLinecap="round"
          strokeLinejoin="round"
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={() => {
            drawing.current = false
          }}
        >
          <path d={`M40 190H${SIGNATURE_SIZE.width - 40}`} className="stroke-line" strokeWidth={2} />
          <path d={signaturePath(draft)} />
        </svg>
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm text-soft">
            {draft.kind === 'return' ? (
              m.admin_report_signature_return()
            ) : (
              <span lang={agreement?.language} translate="no">
                {agreement?.declaration}
              </span>
            )}
          </p>
          <Button variant="quiet" size="sm" onClick={() => update({ strokes: [] })}>
            {m.admin_report_signature_clear()}
          </Button>
        </div>
      </div>
      <Field label={m.admin_report_signer_label()} required>
        <Input
          value={draft.signerName}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => update({ signerName: target.value })}
        />
      </Field>
    </div>
  )
}

/** The agreement names those of a handover; without network, nobody knows of them. */
function LettersOfReturn({ draft }: { draft: ReportDraft }) {
  const { bookingId } = draft
  const typed = typedIn(draft)
  const [letters, setLetters] = useState<readonly string[]>([])
  useEffect(() => {
    let over = false
    readAgreement(bookingId, typed).then(
      ({ agreement }) => over || setLetters(agreement?.unprintable ?? []),
      () => {},
    )
    return () => {
      over = true
    }
  }, [bookingId, typed])
  return <UnprintableLetters letters={letters} says={m.admin_report_return_unprintable} />
}

/** As short as it can be, so that the field stands above the bar on a small phone; at a return, each charge that is signed. */
function Summary({ draft }: { draft: ReportDraft }) {
  const fresh = draft.marks.filter((mark) => isNewMark(draft, mark)).length
  const km = wholeNumber(draft.km)
  const facts = [
    Number.isNaN(km) ? '' : `${km.toLocaleString('en-GB')} km`,
    draft.fuel === null ? '' : `${m.admin_bookings_fuel_label()}: ${fuelLabel(draft.fuel)}`,
    m.admin_report_marks_count({ count: draft.marks.length, fresh }),
    draft.kind === 'return'
      ? `${m.admin_bookings_charges_total()}: ${showKsh(totalOf(chargesOf(draft)))}`
      : '',
  ]
  const charges = chargesOf(draft)
  return (
    <div className="figures text-sm">
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {charges.length > 0 && (
        <ul>
          {charges.map(({ key, kind, what, quantity, amount }) => (
            <li key={key} className="flex justify-between gap-4">
              <span className="min-w-0 break-words">{chargeLabel({ kind, what, quantity })}</span>
              <span className="shrink-0">{showKsh(typedShillings(amount) || 0)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
