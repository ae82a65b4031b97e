import { render, screen, waitFor } from '@testing-library/react'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { newDraft, type ReportDraft } from './report-draft.ts'
import { savePhoto } from './report-store.ts'
import { useReport } from './use-report.ts'

/** As much of the browser's database as reports use: one store, kept in memory. */
function databaseInMemory() {
  const kept = new Map<IDBValidKey, unknown>()
  const answer = <Value,>(result: Value) => ({ result })
  const objectStore = () => ({
    put: (value: unknown, key: IDBValidKey) => answer(kept.set(key, value) && key),
    get: (key: IDBValidKey) => answer(kept.get(key)),
    delete: (key: IDBValidKey) => answer(kept.delete(key)),
  })
  const transaction = () => {
    const running = { objectStore, oncomplete: () => {} }
    queueMicrotask(() => running.oncomplete())
    return running
  }
  return {
    deleteDatabase: () => {},
    open() {
      const request = { result: { transaction, createObjectStore: () => {} }, onsuccess: () => {} }
      queueMicrotask(() => request.onsuccess())
      return request
    },
  }
}

const draft: ReportDraft = {
  ...newDraft({
    draftId: '0198a000-0000-7000-8000-000000000001',
    bookingId: '0198a000-0000-7000-8000-000000000002',
    kind: 'handover',
    booking: {
      reference: 'BK1234',
      carName: 'Toyota Premio',
      numberPlate: null,
      customerName: 'Achieng Otieno',
      phone: '',
      due: 0,
    },
    basis: {
      handover: null,
      return: null,
      inProgress: null,
      carriedMarks: [],
      terms: { ...RENTAL_TERMS, kmPerDay: 200, deposit: 0 },
      pricePerDay: 5500,
      totalDays: 3,
      dueAt: '2026-12-08T13:00:00.000Z',
    } as never,
    deposit: null,
    now: new Date('2026-12-05T07:00:00Z'),
  }),
  km: '40000',
  fuel: 8,
  strokes: [[0, 0, 100, 100, 200, 0]],
  signedAt: '2026-12-05T07:10:00.000Z',
  photos: ['a', 'b'].map((id) => ({ id, position: 'front', markId: null, sent: true, problem: null })),
}

function Report() {
  const { state } = useReport(draft)
  return <p>{state.kind === 'completed' ? state.message : state.kind}</p>
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', databaseInMemory())
  for (const { id } of draft.photos) await savePhoto(id, new Blob([id]))
})

test('a signed report of which the server lacks a photo sends all its photos again by itself, and is completed', async () => {
  const there = new Set<string>()
  const requests = fakeApi({
    'POST /api/admin/booking/:bookingId/condition/:kind/photo': ({ body }) => {
      there.add((body as { photoId: string }).photoId)
      return { success: true } as never
    },
    'POST /api/admin/booking/:bookingId/handover': () =>
      there.size === draft.photos.length
        ? ({ success: true, message: 'The car is handed over.' } as never)
        : refusalWith(409, 'condition_photo_missing', 'A photo of this report has not arrived.'),
  })
  render(<Report />)
  expect(await screen.findByText('The car is handed over.')).toBeTruthy()
  expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual([
    'handover',
    'photo',
    'photo',
    'handover',
  ])
})

test('a report of which a photo is missing also when all were sent again waits for a new signature', async () => {
  const requests = fakeApi({
    'POST /api/admin/booking/:bookingId/condition/:kind/photo': () => ({ success: true }) as never,
    'POST /api/admin/booking/:bookingId/handover': () =>
      refusalWith(409, 'condition_photo_missing', 'A photo of this report has not arrived.'),
  })
  render(<Report />)
  expect(await screen.findByText('refused')).toBeTruthy()
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/handover'))).toHaveLength(2))
})
