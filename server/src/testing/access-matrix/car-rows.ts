import { addDays } from '@twende/contract/calendar-day.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { recordCost } from '../../cars/costs/car-costs.ts'
import { insertServiceRecord } from '../../cars/service/service-store.ts'
import { addCarPaper } from '../car-papers.ts'
import { addCar } from '../fleet.ts'
import { drawDocument } from '../private-files.ts'
import {
  type AccessRow,
  addRetiredCar,
  byCar,
  carUpdatedAt,
  everybody,
  fleetForm,
  market,
  staffOnly,
  today,
} from './fixtures.ts'

const paper = () => ({
  kind: 'insurance',
  number: 'POL/2026/1',
  issuer: 'Jubilee',
  validFrom: today(),
  validUntil: addDays(today(), 364),
})

/** Who may call the routes of rental cars and their papers. */
export const carRows = {
  'GET /api/car/list': { request: () => ({}), status: everybody },
  'GET /api/car/filter-counts': { request: () => ({}), status: everybody },
  'GET /api/car/get/:carId': { request: byCar, status: everybody },
  'GET /api/car/availability/:carId': { request: byCar, status: everybody },
  'GET /api/car/reviews/:carId': { request: byCar, status: everybody },
  'GET /api/admin/cars': { request: () => ({}), status: staffOnly },
  'GET /api/admin/car/:carId': { request: byCar, status: staffOnly },
  'POST /api/admin/cars': { request: async () => ({ form: await fleetForm() }), status: staffOnly },
  'POST /api/admin/car/:carId/update': {
    request: async (fixture) => ({
      ...byCar(fixture),
      form: { price: '5200', updatedAt: await carUpdatedAt(fixture.carId) },
    }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/availability': {
    request: (fixture) => ({ ...byCar(fixture), body: { available: false, note: 'At the garage' } }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/retire': {
    request: async () => ({ params: { carId: await addCar(market.db) }, body: { reason: 'Sold' } }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/restore': {
    request: async () => ({ params: { carId: await addRetiredCar() }, body: {} }),
    status: staffOnly,
  },
  'GET /api/admin/car/:carId/service': { request: byCar, status: staffOnly },
  'POST /api/admin/car/:carId/service-plan': {
    request: async () => ({
      params: { carId: await addCar(market.db) },
      body: { everyKm: 10_000, everyMonths: 6, startKm: 24_000, startDay: today(), updatedAt: null },
    }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/service-records': {
    request: (fixture) => ({
      ...byCar(fixture),
      body: { km: 34_000, day: today(), amount: 9_000, note: '' },
    }),
    status: staffOnly,
  },
  'POST /api/admin/service-record/:recordId/withdraw': {
    request: async () => ({ params: { recordId: await addService() }, body: { reason: 'Entered wrongly' } }),
    status: staffOnly,
  },
  'GET /api/admin/car/:carId/costs': { request: byCar, status: staffOnly },
  'POST /api/admin/car/:carId/costs': {
    request: (fixture) => ({
      ...byCar(fixture),
      form: { kind: 'fuel', amount: '4500', day: today(), note: '' },
    }),
    status: staffOnly,
  },
  'GET /api/admin/car-costs.csv': { request: () => ({}), status: staffOnly, right: 'reports' },
  'POST /api/admin/car-cost/:costId/withdraw': {
    request: async () => ({ params: { costId: await addCost() }, body: { reason: 'Entered twice' } }),
    status: staffOnly,
  },
  'GET /api/admin/cars/due': { request: () => ({}), status: staffOnly },
  'GET /api/admin/car/:carId/documents': { request: byCar, status: staffOnly },
  'POST /api/admin/car/:carId/documents': {
    request: async () => ({ params: { carId: await addCar(market.db) }, body: paper() }),
    status: staffOnly,
  },
  'POST /api/admin/car-document/:documentId/scan': {
    request: async () => ({ params: { documentId: await addPaper() }, form: { scan: await photoOfPaper() } }),
    status: staffOnly,
  },
  'POST /api/admin/car-document/:documentId/withdraw': {
    request: async () => ({ params: { documentId: await addPaper() }, body: { reason: 'Entered wrongly' } }),
    status: staffOnly,
  },
} satisfies Partial<Record<RouteKey, AccessRow>>

async function addService(): Promise<string> {
  const id = uuidv7()
  const facts = { km: 34_000, day: today(), created_at: market.clock.now() }
  await insertServiceRecord(market.db, { ...facts, id, car_id: await addCar(market.db) })
  return id
}

async function addCost(): Promise<string> {
  const cost = { kind: 'fuel', amount: 4_500, day: today(), note: '' } as const
  const by = { accountId: (await market.signUp({ role: 'staff' })).accountId, now: market.clock.now() }
  return recordCost(market.db, { ...cost, ...by, carId: await addCar(market.db), scan: null })
}

async function photoOfPaper(): Promise<Blob> {
  return new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })
}

async function addPaper(): Promise<string> {
  const days = { validFrom: today(), validUntil: addDays(today(), 30) }
  return addCarPaper(market, await addCar(market.db), { kind: 'insurance', ...days })
}
