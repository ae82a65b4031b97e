import { chargeLabel, fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import {
  equipmentLabels,
  markName,
  positionLabels,
} from '@twende/contract/bookings/condition/condition-labels.ts'
import { SIGNATURE_SIZE, signaturePath } from '@twende/contract/bookings/condition/signature.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { settledByLabels } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { baseLocale } from '@twende/messages/runtime'
import type { PlaceNames } from '../../content/place-names.ts'
import type { Block, PaperDocument, Section } from '../../pdf/document.ts'
import type { AgreementContent, ContentCondition, ContentReport } from './agreement-content.ts'
import {
  acceptance,
  addendumSections,
  agreedSections,
  amounts,
  cancelling,
  car,
  drivers,
  facts,
  money,
  parties,
  rental,
  showKm,
  type TermsWriter,
  terms,
  termsWriter,
  titleOf,
} from './agreement-sections.ts'

/** Version of the layout: raised when a section changes what it shows. */
export const LAYOUT = 5

type Given = {
  number: string
  madeAt: Date
  publicUrl: string
  places: PlaceNames
  photos: ReadonlyMap<string, Buffer>
}
type Writer = TermsWriter &
  Pick<AgreementContent, 'handover' | 'returned' | 'addendum'> &
  Given & { report: ContentReport | null }

/** An agreement as a document, in the language of the moment; a section for which there is nothing is left out. */
export function agreementPaper(content: AgreementContent, given: Given): PaperDocument {
  const { kind, language, business, bookingReference, handover, returned, addendum } = content
  const writer = {
    ...termsWriter(content, given.places),
    ...given,
    handover,
    returned,
    addendum,
    report: reportOf(content),
  }
  const make = { handover: handoverSections, return: returnSections, addendum: addendumPaperSections }[kind]
  return {
    title: titleOf(content),
    subtitle: m.agreement_subtitle({ business: business.name, reference: bookingReference }),
    reference: [given.number, m.agreement_made_at({ at: showInstant(given.madeAt.toISOString()) })],
    footer: `${business.name} · ${titleOf(content)}`,
    locale: language,
    madeAt: given.madeAt,
    sections: make(writer).flatMap((section) => section ?? []),
  }
}

function handoverSections(writer: Writer): (Section | undefined)[] {
  return [
    ...agreedSections(writer),
    conditionAtHandover(writer),
    ...reportSections(writer),
    cancelling(writer),
    signatures(writer),
    check(writer),
    ...terms(writer),
  ]
}

function returnSections(writer: Writer): (Section | undefined)[] {
  return [
    parties(writer),
    drivers(writer),
    car(writer),
    rental(writer),
    conditionAtReturn(writer),
    ...reportSections(writer),
    charges(writer),
    money(writer),
    signatures(writer),
    check(writer),
  ]
}

function addendumPaperSections(writer: Writer): (Section | undefined)[] {
  if (!writer.addendum) return []
  return [
    parties(writer),
    drivers(writer),
    ...addendumSections(writer, writer.addendum),
    { title: '', blocks: [{ kind: 'text', text: m.agreement_addendum_declaration() }] },
    acceptance(writer, writer.addendum),
    check(writer),
  ]
}

const conditionFacts = ({ km, fuel, note, at }: ContentCondition): Block =>
  facts([
    [m.agreement_at(), showInstant(at)],
    [m.agreement_odometer(), showKm(km)],
    [m.agreement_fuel(), fuelLabel(fuel)],
    [m.agreement_note(), note],
  ])

function conditionAtHandover({ handover }: Writer): Section {
  return { title: m.agreement_condition_handover_title(), blocks: [conditionFacts(handover)] }
}

function conditionAtReturn({ handover, returned }: Writer): Section | undefined {
  if (!returned) return undefined
  return {
    title: m.agreement_condition_return_title(),
    blocks: [
      {
        kind: 'table',
        head: ['', m.agreement_before(), m.agreement_after()],
        rows: [
          [m.agreement_at(), showInstant(handover.at), showInstant(returned.at)],
          [m.agreement_odometer(), showKm(handover.km), showKm(returned.km)],
          [m.agreement_fuel(), fuelLabel(handover.fuel), fuelLabel(returned.fuel)],
        ],
      },
      facts([
        [m.agreement_kilometres_driven(), showKm(returned.km - handover.km)],
        [m.agreement_note(), returned.note],
      ]),
    ],
  }
}

/** The report that this agreement is made with; null where none was made. */
export function reportOf({ kind, handover, returned }: AgreementContent): ContentReport | null {
  if (kind === 'addendum') return null
  return kind === 'handover' ? handover.report : (returned?.report ?? null)
}

/** Marks, equipment and photos of the report that was signed. */
function reportSections({ report, photos }: Writer): Section[] {
  if (!report) return []
  const pictures = report.photos.flatMap(({ position, fileId }) => {
    const bytes = photos.get(fileId)
    return bytes ? [{ name: positionLabels[position](), bytes }] : []
  })
  const equipment = report.equipment.map((item) => equipmentLabels[item]()).join(', ')
  return [
    { title: m.agreement_marks_title(), blocks: [marksBlock(report)] },
    {
      title: m.condition_equipment(),
      blocks: [{ kind: 'text', text: equipment || m.agreement_equipment_none() }],
    },
    ...(pictures.length === 0
      ? []
      : [{ title: m.agreement_photos_title(), blocks: [{ kind: 'photos' as const, photos: pictures }] }]),
  ]
}

function marksBlock({ marks }: ContentReport): Block {
  if (marks.length === 0) return { kind: 'text', text: m.condition_no_marks() }
  return {
    kind: 'table',
    head: [m.agreement_mark(), ''],
    rows: marks.map((mark) => [
      mark.note ? `${markName(mark)}: ${mark.note}` : markName(mark),
      mark.isNew ? m.condition_mark_new() : m.condition_mark_earlier(),
    ]),
  }
}

function charges({ returned }: Writer): Section | undefined {
  if (!returned) return undefined
  const title = m.agreement_charges_title()
  if (returned.charges.length === 0)
    return { title, blocks: [{ kind: 'text', text: m.agreement_charges_none() }] }
  const sum = returned.charges.reduce((total, { amount }) => total + amount, 0)
  const rows = returned.charges.map((charge) => [chargeLabel(charge), showKsh(charge.amount)])
  return {
    title,
    blocks: [
      amounts(rows, [m.agreement_line_total(), showKsh(sum)]),
      facts([
        [
          m.agreement_charges_paid_by(),
          returned.chargesPaidBy ? settledByLabels[returned.chargesPaidBy]() : '',
        ],
        [m.agreement_charges_paid_on(), returned.chargesPaidOn ? showDay(returned.chargesPaidOn) : ''],
        [m.agreement_charges_note(), returned.chargesNote],
      ]),
    ],
  }
}

function signatures({ customer, staff, business, report }: Writer): Section {
  return {
    title: m.agreement_signatures_title(),
    blocks: [
      {
        kind: 'signatures',
        signatures: [
          {
            role: m.agreement_renter(),
            name: report?.signerName || customer.name,
            note: report ? showInstant(report.signedAt) : '',
            ...(report?.signature && {
              drawing: { path: signaturePath(report.signature), ...SIGNATURE_SIZE },
            }),
          },
          {
            role: m.agreement_signed_for({ business: business.name }),
            name: staff.name,
            note: '',
          },
        ],
      },
    ],
  }
}

function check({ number, publicUrl, language }: Writer): Section {
  const path = `/check/${number}`
  const address = `${publicUrl}${language === baseLocale ? '' : `/${language}`}${path}`
  return {
    title: '',
    blocks: [{ kind: 'code', address, title: m.agreement_check_title(), text: m.agreement_check_text() }],
  }
}

/** `A. O.` of Achieng Ouma. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  return words
    .slice(0, 3)
    .map((word) => `${Array.from(word.normalize('NFC'))[0]?.toLocaleUpperCase('en')}.`)
    .join(' ')
}
