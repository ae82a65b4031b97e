import { addDays } from '@twende/contract/calendar-day.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { addCarPaper } from '../car-papers.ts'
import { addCar } from '../fleet.ts'
import { type AccessRow, byCar, market, staffOnly, today } from './fixtures.ts'

const paper = () => ({
  kind: 'insurance',
  number: 'POL/2026/1',
  issuer: 'Jubilee',
  validFrom: today(),
  validUntil: addDays(today(), 364),
})

/** Who may call the routes of the papers of rental cars. */
export const carRows = {
  'GET /api/admin/car/:carId/documents': { request: byCar, status: staffOnly },
  'POST /api/admin/car/:carId/documents': {
    request: async () => ({ params: { carId: await addCar(market.db) }, form: paper() }),
    status: staffOnly,
  },
  'POST /api/admin/car-document/:documentId/withdraw': {
    request: async () => ({ params: { documentId: await addPaper() }, body: { reason: 'Entered wrongly' } }),
    status: staffOnly,
  },
} satisfies Partial<Record<RouteKey, AccessRow>>

async function addPaper(): Promise<string> {
  const days = { validFrom: today(), validUntil: addDays(today(), 30) }
  return addCarPaper(market, await addCar(market.db), { kind: 'insurance', ...days })
}
