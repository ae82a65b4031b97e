import type { AgreementToSign } from '@twende/contract/agreements/agreement-routes.ts'
import { areaAt } from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'
import { localeName } from '@twende/messages/chosen-locale.ts'
import { call } from '@twende/ui/api/call.ts'
import { AgreementText } from '@twende/ui/bookings/agreement-text.tsx'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { useEffect } from 'react'
import { UnprintableLetters } from '../../frame/unprintable-letters.tsx'
import { agreementOf, type ReportDraft } from './report-draft.ts'
import type { OpenReport } from './use-report.ts'

/** The whole rental agreement, in the language that the renter chooses, with the condition of the car as it was written down. */
export function AgreementStep({ report: { draft, update } }: { report: OpenReport }) {
  const { bookingId, agreement } = draft
  const typed = typedIn(draft)
  useEffect(() => {
    // What was paid since the page was opened belongs in it. Without network, the kept one is shown.
    void readAgreement(bookingId, typed).then(update, () => {})
  }, [bookingId, typed, update])
  const shown = agreementOf(draft)
  if (!agreement || !shown) return <p role="status">{m.admin_report_agreement_missing()}</p>
  const choices = agreement.data.map(({ language }) => ({ value: language, label: localeName(language) }))
  return (
    <div className="grid gap-4">
      <Choices
        legend={m.admin_report_agreement_language()}
        look="segments"
        choices={choices}
        value={shown.language}
        onChange={(language) => update({ language })}
      />
      <UnprintableLetters letters={agreement.unprintable} says={m.admin_report_agreement_unprintable} />
      <h2 lang={shown.language} translate="no" className="text-xl">
        {shown.title}
      </h2>
      <AgreementText
        language={shown.language}
        sections={[...shown.sections, ...conditionOf(draft, shown.condition)]}
      />
    </div>
  )
}

/** The agreement of a booking as the server would make it now. */
export async function readAgreement(bookingId: string, typed = ''): Promise<Pick<ReportDraft, 'agreement'>> {
  const { language, data, unprintable } = await call('GET /api/admin/booking/:bookingId/agreement', {
    params: { bookingId },
    query: typed === '' ? {} : { typed },
  })
  return { agreement: { language, data, unprintable } }
}

/** The words in it that have letters besides those of English. */
export function typedIn({ note, marks, signerName, otherCharges, chargesPayment }: ReportDraft): string {
  const named = [...marks.map((mark) => mark.note), ...otherCharges.map(({ what }) => what)]
  const words = [note, signerName, chargesPayment?.note ?? '', ...named].join(' ').split(/\s+/)
  return [...new Set(words.filter((word) => /[^\x20-\x7e]/.test(word)))].join(' ').slice(0, 800)
}

/** The condition as the report says it, in the language of the agreement. */
function conditionOf(draft: ReportDraft, words: AgreementToSign['condition']): AgreementToSign['sections'] {
  const { fuel, note, marks, equipment } = draft
  const km = wholeNumber(draft.km)
  const facts = [
    { label: words.odometer, value: Number.isNaN(km) ? '' : `${km.toLocaleString('en-GB')} km` },
    { label: words.fuel, value: fuel === null ? '' : (words.levels[fuel] ?? '') },
    {
      label: words.equipment,
      value: equipment.map((item) => words.equipmentNames[item] ?? '').join(', ') || words.noEquipment,
    },
    { label: words.note, value: note },
  ].filter(({ value }) => value !== '')
  const points = marks.map((mark) => {
    const name = words.markNames[`${mark.kind} ${areaAt(mark.x, mark.y)}`] ?? ''
    return mark.note ? `${name}: ${mark.note}` : name
  })
  return [
    { title: words.title, blocks: [{ kind: 'facts', facts }] },
    {
      title: words.marks,
      blocks: [points.length === 0 ? { kind: 'text', text: words.noMarks } : { kind: 'points', points }],
    },
  ]
}
