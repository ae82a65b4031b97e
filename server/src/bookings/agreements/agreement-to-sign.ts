import type { AgreementToSign } from '@twende/contract/agreements/agreement-routes.ts'
import { fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { equipmentLabels, markName } from '@twende/contract/bookings/condition/condition-labels.ts'
import {
  areaBounds,
  EQUIPMENT,
  FULL_TANK,
  MARK_AREAS,
  MARK_KINDS,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'
import { type Locale, locales } from '@twende/messages/runtime'
import { readPlaceNames } from '../../content/place-names.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { inLocale } from '../../http/request-locale.ts'
import type { Section } from '../../pdf/document.ts'
import { unprintableIn } from '../../pdf/fonts.ts'
import { findAdminBooking } from '../admin/admin-booking-store.ts'
import type { AgreementTerms } from './agreement-content.ts'
import { agreedSections, cancelling, terms, termsWriter, titleOf } from './agreement-sections.ts'
import { collectTerms } from './request-agreement.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'config'>

/**
 * The rental agreement as the renter reads it on staff's phone before signing, by the functions that write the PDF; in every
 * language, so that the renter may choose where there is no network.
 */
export async function readAgreementToSign(
  deps: ReadDeps,
  { bookingId, staffId, typed = '' }: { bookingId: string; staffId: string; typed?: string | undefined },
): Promise<{ language: Locale; data: AgreementToSign[]; unprintable: string[] }> {
  const booking = await findAdminBooking(deps.db, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const content = await collectTerms(deps.db, deps, booking, { bookingId, kind: 'handover', staffId })
  const data = await Promise.all(locales.map((language) => writeIn(deps, language, content)))
  const { customer, drivers, car, rental, business, staff } = content
  const written = JSON.stringify([customer, drivers, car, rental, business, staff]) + typed
  return { language: content.language, data, unprintable: unprintableIn(written) }
}

async function writeIn(
  { db }: ReadDeps,
  language: Locale,
  content: AgreementTerms,
): Promise<AgreementToSign> {
  const writer = termsWriter(content, await readPlaceNames(db, language))
  return inLocale(language, () => ({
    language,
    title: titleOf(content),
    sections: [...agreedSections(writer), cancelling(writer), ...terms(writer)].map(shownSection),
    condition: conditionWords(),
    declaration: m.agreement_declaration(),
  }))
}

function conditionWords(): AgreementToSign['condition'] {
  const marks = MARK_KINDS.flatMap((kind) =>
    MARK_AREAS.map((area) => {
      const { x, y, width, height } = areaBounds[area]
      return [`${kind} ${area}`, markName({ kind, x: x + width / 2, y: y + height / 2 })] as const
    }),
  )
  return {
    title: m.agreement_condition_handover_title(),
    odometer: m.agreement_odometer(),
    fuel: m.agreement_fuel(),
    equipment: m.condition_equipment(),
    noEquipment: m.agreement_equipment_none(),
    note: m.agreement_note(),
    marks: m.agreement_marks_title(),
    noMarks: m.condition_no_marks(),
    levels: Array.from({ length: FULL_TANK + 1 }, (_, eighths) => fuelLabel(eighths)),
    equipmentNames: Object.fromEntries(EQUIPMENT.map((item) => [item, equipmentLabels[item]()])),
    markNames: Object.fromEntries(marks),
  }
}

/** A section as a screen shows it: without pictures and places to sign. */
export function shownSection({ title, blocks }: Section): AgreementToSign['sections'][number] {
  return { title, blocks: blocks.flatMap((block) => (isShown(block) ? [block] : [])) }
}

type ShownBlock = AgreementToSign['sections'][number]['blocks'][number]

const isShown = (block: Section['blocks'][number]): block is Section['blocks'][number] & ShownBlock =>
  ['facts', 'table', 'text', 'points'].includes(block.kind)
