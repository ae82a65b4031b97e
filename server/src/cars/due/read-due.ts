import { addDays, daysBetween, nairobiDay } from '@twende/contract/calendar-day.ts'
import { documentStage } from '@twende/contract/cars/car-cover.ts'
import { DUE_STAGES, type DueItem, type DueStage } from '@twende/contract/cars/due-routes.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { findEndingDocuments } from '../documents/ending-document-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock'>

const PAGE_SIZE = 50
/** The longest stage of a document. */
const LOOK_AHEAD_DAYS = 30

/** A page of what is due for the cars of the fleet, the most urgent first, and how much there is at each stage. */
export async function readDue(
  deps: ReadDeps,
  { stage, ...page }: { stage?: DueStage | undefined } & PageInput,
) {
  const items = await findDueItems(deps)
  const chosen = stage === undefined ? items : items.filter((item) => item.stage === stage)
  const list = await readPage(page, {
    size: PAGE_SIZE,
    find: async ({ limit, offset }) => ({ keys: chosen.slice(offset, offset + limit), total: chosen.length }),
    read: (keys) => keys,
  })
  return { ...list, counts: countsOf(items) }
}

/** How much is due, for the first page of staff. */
export async function countDue(deps: ReadDeps): Promise<number> {
  return (await findDueItems(deps)).length
}

async function findDueItems({ db, clock }: ReadDeps): Promise<DueItem[]> {
  const today = nairobiDay(clock.now())
  const ending = await findEndingDocuments(db, { today, until: addDays(today, LOOK_AHEAD_DAYS) })
  const items = ending.flatMap((document): DueItem[] => {
    const daysLeft = daysBetween(today, document.valid_until)
    const stage = stageOf(daysLeft)
    if (stage === undefined) return []
    return [
      {
        _id: document.id,
        carId: document.car_id,
        carName: document.car_name,
        numberPlate: document.number_plate,
        kind: document.kind,
        stage,
        day: document.valid_until,
        daysLeft,
      },
    ]
  })
  return items.toSorted((one, other) => one.daysLeft - other.daysLeft)
}

function stageOf(daysLeft: number): DueStage | undefined {
  const stage = documentStage(daysLeft)
  return stage === undefined ? undefined : `${stage}`
}

function countsOf(items: readonly DueItem[]) {
  const of = (stage: DueStage) => items.filter((item) => item.stage === stage).length
  const counts = Object.fromEntries(DUE_STAGES.map((stage) => [stage, of(stage)])) as Record<DueStage, number>
  return { ...counts, all: items.length }
}
