import { policyPoints } from '@twende/contract/bookings/cancellation-format.ts'
import {
  type CancellationPolicy,
  cancellationDocument,
} from '@twende/contract/bookings/cancellation-policy.ts'
import { chargeLabel, fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import {
  equipmentLabels,
  markName,
  positionLabels,
} from '@twende/contract/bookings/condition/condition-labels.ts'
import { SIGNATURE_SIZE, signaturePath } from '@twende/contract/bookings/condition/signature.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { daysByPrice } from '@twende/contract/bookings/rental-price.ts'
import {
  type BookedTerms,
  bookedTermsDocument,
  kilometresIncluded,
} from '@twende/contract/bookings/rental-terms.ts'
import { termsOfRenting } from '@twende/contract/bookings/terms-of-renting.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { settledByLabels } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { baseLocale } from '@twende/messages/runtime'
import type { PlaceNames } from '../../content/place-names.ts'
import type { Block, Fact, PaperDocument, Section } from '../../pdf/document.ts'
import type { AgreementContent, ContentCondition, ContentReport } from './agreement-content.ts'

/** Version of the layout: raised when a section changes what it shows. */
export const LAYOUT = 4

type Given = {
  number: string
  madeAt: Date
  publicUrl: string
  places: PlaceNames
  photos: ReadonlyMap<string, Buffer>
}
type Writer = Omit<AgreementContent, 'cancellation' | 'rentalTerms'> &
  Given & { cancellation: CancellationPolicy; rentalTerms: BookedTerms; report: ContentReport | null }

/** An agreement as a document, in the language of the moment; a section for which there is nothing is left out. */
export function agreementPaper(content: AgreementContent, given: Given): PaperDocument {
  const { kind, language, business, bookingReference } = content
  const writer = {
    ...content,
    ...given,
    report: reportOf(content),
    cancellation: cancellationDocument.read(content.cancellation),
    rentalTerms: bookedTermsDocument.read(content.rentalTerms),
  }
  const make = kind === 'handover' ? handoverSections : returnSections
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

function titleOf({ kind }: AgreementContent): string {
  return kind === 'handover' ? m.agreement_title() : m.agreement_return_title()
}

function handoverSections(writer: Writer): (Section | undefined)[] {
  return [
    parties(writer),
    car(writer),
    rental(writer),
    price(writer),
    deposit(writer),
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
    car(writer),
    rental(writer),
    conditionAtReturn(writer),
    ...reportSections(writer),
    charges(writer),
    signatures(writer),
    check(writer),
  ]
}

function parties({ business, customer }: Writer): Section {
  return {
    title: m.agreement_parties_title(),
    blocks: [
      facts([
        [m.agreement_owner(), business.name],
        [m.agreement_owner_phone(), business.phone],
        [m.agreement_renter(), customer.name],
        [m.agreement_phone(), customer.phone],
        [m.agreement_licence(), customer.licenseNumber],
        [m.agreement_email(), customer.email],
        [m.agreement_address(), customer.address],
      ]),
    ],
  }
}

function car({ car }: Writer): Section {
  const { name, category, numberPlate, seats, transmission, fuelType } = car
  const gearbox = { automatic: m.car_label_automatic, manual: m.car_label_manual }
  const fuels = {
    petrol: m.car_label_petrol,
    electric: m.car_label_electric,
    hybrid: m.car_label_hybrid,
    diesel: m.car_label_diesel,
  }
  return {
    title: m.agreement_car_title(),
    blocks: [
      facts([
        [m.agreement_car(), name],
        [m.agreement_number_plate(), numberPlate ?? ''],
        [m.agreement_category(), category],
        [m.agreement_equipment(), `${gearbox[transmission]()}, ${fuels[fuelType]()}`],
        [m.agreement_seats(), String(seats)],
      ]),
    ],
  }
}

function rental({ rental, places, rentalTerms }: Writer): Section {
  const place = (name: string) => places.get(name) ?? name
  const { startDate, pickupTime, pickupLocation, endDate, dropoffTime, dropoffLocation, totalDays } = rental
  return {
    title: m.agreement_rental_title(),
    blocks: [
      facts([
        [m.agreement_pickup(), `${showDay(startDate)}, ${pickupTime}, ${place(pickupLocation)}`],
        [m.agreement_dropoff(), `${showDay(endDate)}, ${dropoffTime}, ${place(dropoffLocation)}`],
        [m.extra_delivery_address(), rental.deliveryAddress],
        [m.extra_collection_address(), rental.collectionAddress],
        [m.agreement_days(), String(totalDays)],
        [m.agreement_kilometres_included(), showKm(kilometresIncluded(rentalTerms, totalDays))],
      ]),
    ],
  }
}

function price({ price, places }: Writer): Section {
  const { dailyPrices, insuranceCost, discount, discountPercent, extras, finalAmount } = price
  const rows = daysByPrice(dailyPrices).map(({ days, price: each }) => [
    m.agreement_line_days({ days, price: showKsh(each) }),
    showKsh(days * each),
  ])
  if (insuranceCost > 0) rows.push([m.agreement_line_insurance(), showKsh(insuranceCost)])
  if (discount > 0) {
    rows.push([m.agreement_line_discount({ percent: discountPercent }), `−${showKsh(discount)}`])
  }
  const nameOf = (place: string) => places.get(place) ?? place
  rows.push(...extras.map((line) => [extraLabel(line, nameOf), showKsh(line.amount)]))
  return {
    title: m.agreement_price_title(),
    blocks: [amounts(rows, [m.agreement_line_total(), showKsh(finalAmount)])],
  }
}

function deposit({ deposit }: Writer): Section | undefined {
  if (deposit === 0) return undefined
  return {
    title: m.agreement_deposit_title(),
    blocks: [{ kind: 'text', text: m.agreement_deposit_text({ amount: showKsh(deposit) }) }],
  }
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
        [m.agreement_charges_note(), returned.chargesNote],
      ]),
    ],
  }
}

function cancelling({ cancellation }: Writer): Section {
  return {
    title: m.agreement_cancelling_title(),
    blocks: [{ kind: 'points', points: policyPoints(cancellation) }],
  }
}

/** The other terms of renting that are on the site, and who answers for what. */
function terms({ cancellation, rentalTerms }: Writer): Section[] {
  const last = [
    { title: m.terms_liability_title(), body: [m.terms_liability_text()] },
    { title: m.terms_law_title(), body: [m.terms_law_text()] },
  ]
  const others = termsOfRenting(cancellation, rentalTerms.depositDays).filter(({ id }) => id !== 'cancelling')
  const blocks = [...others, ...last].flatMap(({ title, body }): Block[] => [
    { kind: 'text', text: title, tone: 'strong' },
    ...body.map(passageBlock),
  ])
  return [{ title: m.agreement_terms_title(), blocks }]
}

function passageBlock(passage: string | readonly string[]): Block {
  return typeof passage === 'string'
    ? { kind: 'text', text: passage, tone: 'small' }
    : { kind: 'points', points: passage }
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

/** Facts without a value are left out. */
function facts(given: readonly (readonly [label: string, value: string])[]): Block {
  const known = given.filter(([, value]) => value !== '')
  return { kind: 'facts', facts: known.map(([label, value]): Fact => ({ label, value })) }
}

const amounts = (rows: readonly (readonly string[])[], sum: readonly string[]): Block => ({
  kind: 'table',
  head: [m.agreement_line_what(), m.agreement_line_amount()],
  rows,
  sum,
})

const showKm = (km: number) => `${km.toLocaleString('en-KE')} km`
