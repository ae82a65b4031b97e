import { addDays, type Day, daysBetween, nairobiDay } from '@twende/contract/calendar-day.ts'
import { documentStage } from '@twende/contract/cars/car-cover.ts'
import { DUE_STAGES, type DueItem, type DueStage } from '@twende/contract/cars/due-routes.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { type EndingDocument, findEndingDocuments } from '../documents/ending-document-store.ts'
import { findServicePlans, type PlannedService } from '../service/service-store.ts'
import { nextServiceOf } from '../service/services.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock'>

const PAGE_SIZE = 50
/** The longest stage of a document. */
const LOOK_AHEAD_DAYS = 30
/** The shortest stage. */
const NEAREST_DAYS = 3

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
  const [ending, planned] = await Promise.all([
    findEndingDocuments(db, { today, until: addDays(today, LOOK_AHEAD_DAYS) }),
    findServicePlans(db),
  ])
  const items = [
    ...ending.flatMap((document) => documentItem(document, today)),
    ...planned.flatMap((plan) => serviceItem(plan, today)),
  ]
  return items.toSorted(
    (one, other) =>
      Number(one.stage) - Number(other.stage) ||
      (one.daysLeft ?? Number.POSITIVE_INFINITY) - (other.daysLeft ?? Number.POSITIVE_INFINITY),
  )
}

function documentItem(document: EndingDocument, today: Day): DueItem[] {
  const daysLeft = daysBetween(today, document.valid_until)
  const stage = stageOf(daysLeft)
  if (stage === undefined) return []
  const due = { stage, day: document.valid_until, daysLeft, km: null, kmLeft: null }
  return [{ _id: document.id, ...carOf(document), kind: document.kind, ...due }]
}

function serviceItem(planned: PlannedService, today: Day): DueItem[] {
  const { stage, ...due } = nextServiceOf(planned, today)
  if (stage === 'later') return []
  const near = due.daysLeft !== null && due.daysLeft <= NEAREST_DAYS ? '3' : '14'
  return [
    {
      _id: planned.car_id,
      ...carOf(planned),
      kind: 'service',
      stage: stage === 'due' ? '0' : near,
      ...due,
    },
  ]
}

function carOf(row: Pick<PlannedService, 'car_id' | 'car_name' | 'number_plate'>) {
  return { carId: row.car_id, carName: row.car_name, numberPlate: row.number_plate }
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
