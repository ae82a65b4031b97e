import { readFile } from 'node:fs/promises'
import {
  EQUIPMENT,
  GUIDED_POSITIONS,
  type Mark,
  type ReportInput,
  type ReportKind,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { v7 as uuidv7 } from 'uuid'
import { lockOwnReport } from '../bookings/condition/complete-report.ts'
import { insertPhoto } from '../bookings/condition/condition-report-store.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { encodeWithin, measure } from '../media/encode-picture.ts'
import { keepPrivateFiles, saveOwnPictures } from '../private-files/private-files.ts'
import { masterOf } from './demo-pictures.ts'

const SMALL = { longestSide: 300, quality: 65 }

type Encoded = { full: Buffer; small: Buffer; width: number; height: number }
const encoded = new Map<string, Promise<Encoded>>()

/** The pictures of a look are encoded once for all reports. */
function pictureOf(path: string): Promise<Encoded> {
  const known = encoded.get(path)
  if (known) return known
  const made = encode(path)
  encoded.set(path, made)
  return made
}

/** The picture of the car is a master already: only its small form is made. */
async function encode(path: string): Promise<Encoded> {
  const full = await readFile(masterOf(path))
  const [size, small] = await Promise.all([measure(full), encodeWithin(full, SMALL)])
  return { full, small: small.bytes, ...size }
}

const views: Record<(typeof GUIDED_POSITIONS)[number], number> = {
  front: 1,
  frontRight: 1,
  right: 1,
  rearRight: 2,
  rear: 2,
  rearLeft: 2,
  left: 1,
  frontLeft: 1,
}

const strokes = [
  [60, 150, 90, 60, 120, 180, 160, 70, 200, 170, 250, 110],
  [280, 160, 330, 90, 380, 160, 430, 120, 520, 130],
]

/** A small scratch that the car has had for long. */
const MARK: Mark = { id: '0195f2b0-0000-7000-8000-000000000001', x: 40, y: 250, kind: 'scratch', note: '' }

type DemoReport = {
  bookingId: string
  accountId: string
  kind: ReportKind
  /** Pictures of the car, front view first. */
  pictures: readonly string[]
  signerName: string
}

/** What completes the report of a demo booking; its photos are the pictures of the car. */
export async function demoReport(deps: AppDeps, report: DemoReport): Promise<ReportInput> {
  const { pictures, signerName, ...draft } = report
  const now = deps.clock.now()
  const draftId = uuidv7()
  const shown = await Promise.all(
    GUIDED_POSITIONS.map((position) => {
      const path = pictures[views[position] - 1] ?? pictures[0]
      if (path === undefined) throw new Error('a demo car has no picture')
      return pictureOf(path)
    }),
  )
  const files = await saveOwnPictures(deps, { kind: 'condition_photo', pictures: shown })
  const photos = GUIDED_POSITIONS.map((position, at) => ({
    id: uuidv7(),
    position,
    markId: null,
    fileId: files[at]?.id ?? '',
    now,
  }))
  await inTransaction(deps.db, async (tx) => {
    const { id: reportId } = await lockOwnReport(tx, { ...draft, draftId }, now)
    for (const photo of photos) await insertPhoto(tx, { ...photo, reportId })
    await keepPrivateFiles(tx, { ids: files.map(({ id }) => id), now })
  })
  const photoIds = photos.map(({ id }) => id)
  const signedAt = now.toISOString()
  const marks = [MARK]
  return { draftId, photoIds, marks, equipment: [...EQUIPMENT], signature: { strokes }, signerName, signedAt }
}
