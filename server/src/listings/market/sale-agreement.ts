import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Locale } from '@twende/messages/runtime'
import type { AppDeps } from '../../deps.ts'
import { byteCache } from '../../http/byte-cache.ts'
import { inLocale } from '../../http/request-locale.ts'
import type { FormField, PaperDocument, Section } from '../../pdf/document.ts'
import { renderDocument } from '../../pdf/render-document.ts'
import { showListing } from './show-listing.ts'

/** The facts of a listing that the form already has. */
export type SaleFacts = { name: string; year: number; color: string; mileage: number; price: number }

/** The forms that were asked for last: anybody may ask, and drawing one costs more than reading its listing. */
const drawn = byteCache<Buffer>({ maxBytes: 4_000_000, maxAgeMs: 3_600_000 })

/**
 * A sale agreement as a PDF with the facts of a public listing. Names and ID numbers are left as form fields, which a reader of
 * PDFs fills in on the person's own device: nothing personal is sent to us.
 */
export async function downloadSaleAgreement(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  listingId: string,
  locale: Locale,
): Promise<Buffer> {
  const listing = await showListing(deps, listingId, { currentUser: undefined, visitor: undefined })
  const { name, year, color, mileage, price } = listing
  const facts = { name, year, color, mileage, price }
  const key = JSON.stringify([locale, facts])
  const known = drawn.get(key)
  if (known) return known
  const madeAt = deps.clock.now()
  const bytes = await inLocale(locale, () => renderDocument(saleAgreement(facts, { locale, madeAt })))
  drawn.set(key, bytes, { size: bytes.length })
  return bytes
}

export function saleAgreement(
  facts: SaleFacts,
  { locale, madeAt }: Pick<PaperDocument, 'locale' | 'madeAt'>,
): PaperDocument {
  return {
    title: m.sale_agreement_title(),
    subtitle: m.sale_agreement_subtitle(),
    reference: [],
    footer: m.sale_agreement_title(),
    locale,
    madeAt,
    sections: [
      { title: m.sale_agreement_seller(), blocks: [{ kind: 'fields', fields: personFields('seller') }] },
      { title: m.sale_agreement_buyer(), blocks: [{ kind: 'fields', fields: personFields('buyer') }] },
      { title: m.sale_agreement_vehicle(), blocks: [{ kind: 'fields', fields: vehicleFields(facts) }] },
      { title: m.sale_agreement_price_title(), blocks: [{ kind: 'fields', fields: priceFields(facts) }] },
      { title: m.sale_agreement_terms_title(), blocks: [{ kind: 'points', points: terms() }] },
      { title: m.sale_agreement_other(), blocks: [{ kind: 'fields', fields: otherFields() }] },
      { title: m.sale_agreement_handover_title(), blocks: [{ kind: 'fields', fields: handoverFields() }] },
      signatures(),
      { title: '', blocks: [{ kind: 'text', tone: 'small', text: m.sale_agreement_note() }] },
    ],
  }
}

const half = (name: string, label: string, value = ''): FormField => ({ name, label, value, half: true })

function personFields(who: 'seller' | 'buyer'): FormField[] {
  return [
    half(`${who}.name`, m.sale_agreement_name()),
    half(`${who}.identity`, m.sale_agreement_identity()),
    half(`${who}.pin`, m.sale_agreement_pin()),
    half(`${who}.phone`, m.sale_agreement_phone()),
  ]
}

function vehicleFields({ name, year, color, mileage }: SaleFacts): FormField[] {
  return [
    half('vehicle.model', m.sale_agreement_car(), name),
    half('vehicle.year', m.sale_agreement_year(), String(year)),
    half('vehicle.plate', m.sale_agreement_plate()),
    half('vehicle.chassis', m.sale_agreement_chassis()),
    half('vehicle.engine', m.sale_agreement_engine()),
    half('vehicle.colour', m.sale_agreement_colour(), color),
    half('vehicle.mileage', m.sale_agreement_mileage(), `${mileage.toLocaleString('en-KE')} km`),
  ]
}

function priceFields({ price }: SaleFacts): FormField[] {
  return [
    half('price.agreed', m.sale_agreement_price(), price > 0 ? showKsh(price) : ''),
    half('price.paid', m.sale_agreement_amount_paid()),
    half('price.reference', m.sale_agreement_reference()),
    half('price.balance', m.sale_agreement_balance()),
  ]
}

const terms = () => [
  m.sale_agreement_terms_owner(),
  m.sale_agreement_terms_debts(),
  m.sale_agreement_terms_faults(),
  m.sale_agreement_terms_papers(),
  m.sale_agreement_terms_transfer(),
  m.sale_agreement_terms_risk(),
  m.sale_agreement_terms_refund(),
]

const otherFields = (): FormField[] => [
  { name: 'other.first', label: '', value: '' },
  { name: 'other.second', label: '', value: '' },
]

function handoverFields(): FormField[] {
  return [
    half('handover.at', m.sale_agreement_handover_at()),
    half('handover.place', m.sale_agreement_handover_place()),
    { name: 'handover.items', label: m.sale_agreement_items(), value: '' },
  ]
}

function signatures(): Section {
  const place = (role: string, note: string) => ({ role, name: '', note })
  return {
    title: m.sale_agreement_sign_title(),
    blocks: [
      {
        kind: 'signatures',
        signatures: [
          place(m.sale_agreement_seller(), m.sale_agreement_sign_note()),
          place(m.sale_agreement_buyer(), m.sale_agreement_sign_note()),
          place(m.sale_agreement_witness_seller(), m.sale_agreement_sign_note_witness()),
          place(m.sale_agreement_witness_buyer(), m.sale_agreement_sign_note_witness()),
        ],
      },
    ],
  }
}
