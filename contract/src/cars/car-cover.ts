import { m } from '@twende/messages'
import { addDays, type Day } from '../calendar-day.ts'

/** Papers of a car. Without the first two it is not rented. */
export const DOCUMENT_KINDS = ['insurance', 'inspection', 'road'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
export const REQUIRED_DOCUMENTS = ['insurance', 'inspection'] as const satisfies readonly DocumentKind[]
export type RequiredDocument = (typeof REQUIRED_DOCUMENTS)[number]

export const documentKindLabels: Readonly<Record<DocumentKind, () => string>> = {
  insurance: m.admin_papers_kind_insurance,
  inspection: m.admin_papers_kind_inspection,
  road: m.admin_papers_kind_road,
}

/** Whether a car is rented only where both are recorded, until an admin chooses. */
export const ONLY_RECORDED_CARS = false

/** The first and last day on which a document counts; a withdrawn one counts on none. */
export type DocumentDays = { kind: DocumentKind; validFrom: Day; validUntil: Day; isWithdrawn?: boolean }

/** Days, the first and the last included, on which a car lacks a document of the kind. */
export type CoverGap = { kind: RequiredDocument; from: Day; until: Day }

/**
 * The days of a period on which a car may not be rented, by its documents. A kind of which none was ever recorded counts
 * as missing only where `onlyRecorded`; the database decides the same with `not_covered`.
 */
export function findCoverGaps(
  documents: readonly DocumentDays[],
  days: { from: Day; until: Day },
  { onlyRecorded }: { onlyRecorded: boolean },
): CoverGap[] {
  return REQUIRED_DOCUMENTS.flatMap((kind) => {
    const recorded = documents.filter((document) => document.kind === kind)
    if (recorded.length === 0 && !onlyRecorded) return []
    const counting = recorded.filter(({ isWithdrawn }) => !isWithdrawn)
    return gapsBetween(counting, days).map((gap) => ({ kind, ...gap }))
  })
}

function gapsBetween(documents: readonly DocumentDays[], { from, until }: { from: Day; until: Day }) {
  const gaps: { from: Day; until: Day }[] = []
  let next = from
  for (const { validFrom, validUntil } of documents.toSorted((a, b) =>
    a.validFrom < b.validFrom ? -1 : 1,
  )) {
    if (validUntil < next) continue
    if (validFrom > until) break
    if (validFrom > next) gaps.push({ from: next, until: addDays(validFrom, -1) })
    next = addDays(validUntil, 1)
  }
  if (next <= until) gaps.push({ from: next, until })
  return gaps
}

/** A document is shown to staff as ending so many days before it does, and as ended with 0. */
type DocumentStage = 30 | 14 | 3 | 0

/** The stage of a document that ends so many days from now; undefined while it has time. The last day has 0 days left. */
export function documentStage(daysLeft: number): DocumentStage | undefined {
  if (daysLeft < 0) return 0
  if (daysLeft <= 3) return 3
  if (daysLeft <= 14) return 14
  return daysLeft <= 30 ? 30 : undefined
}
