import type { RouteKey } from '@twende/contract/routes.ts'
import { addCar } from '../fleet.ts'
import { type AccessRow, everybody, market, staffOnly } from './fixtures.ts'

/** An address that is refused before anything is sent. */
const otherCalendar = { name: 'Another fleet', address: 'https://127.0.0.1/calendar.ics' }

/** Who may call the routes of calendars that are shared with other programs. */
export const calendarLinkRows = {
  'GET /api/calendar-feed/:token/calendar.ics': {
    request: async () => {
      const { address } = await addFeed()
      return { params: { token: address.split('/').at(-2) ?? '' } }
    },
    status: everybody,
  },
  'GET /api/admin/calendar-feeds': { request: () => ({}), status: staffOnly },
  'POST /api/admin/calendar-feeds': { request: () => ({ body: { name: 'Google' } }), status: staffOnly },
  'POST /api/admin/calendar-feed/:feedId/revoke': {
    request: async () => ({ params: { feedId: (await addFeed())._id } }),
    status: staffOnly,
  },
  'GET /api/admin/calendar-imports': { request: () => ({}), status: staffOnly },
  'POST /api/admin/car/:carId/calendar-imports': {
    request: async () => ({ params: { carId: await addCar(market.db) }, body: otherCalendar }),
    status: staffOnly,
  },
  'POST /api/admin/calendar-import/:importId/read': {
    request: async () => ({ params: { importId: (await addImport())._id } }),
    status: staffOnly,
  },
  'POST /api/admin/calendar-import/:importId/remove': {
    request: async () => ({ params: { importId: (await addImport())._id } }),
    status: staffOnly,
  },
} satisfies Partial<Record<RouteKey, AccessRow>>

async function addFeed() {
  const staff = await market.signUp({ role: 'staff' })
  const { address } = await market.call('POST /api/admin/calendar-feeds', { body: { name: 'Google' } }, staff)
  const { data } = await market.call('GET /api/admin/calendar-feeds', {}, staff)
  return { address, _id: data[0]?._id ?? '' }
}

async function addImport() {
  const staff = await market.signUp({ role: 'staff' })
  const params = { carId: await addCar(market.db) }
  const { data } = await market.call(
    'POST /api/admin/car/:carId/calendar-imports',
    { params, body: otherCalendar },
    staff,
  )
  return data
}
