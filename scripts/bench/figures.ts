/** A figure that the benchmark reports: what it is, and what it is to be. */
export type Figure = {
  what: string
  unit: 'ms' | 's' | 'MiB' | '%' | 'requests a second' | 'calls' | 'texts' | 'reports'
  goal?: Goal
  /** What it is compared with in the same run. */
  yardstick?: string
}

/** `of` says whether the figure itself is bounded or its ratio to the yardstick. */
export type Goal = { of: 'value' | 'ratio'; atMost?: number; atLeast?: number }

const atMost = (most: number): Goal => ({ of: 'value', atMost: most })

const BARE = 'a bare node:http server that sends the same headers and bytes'
const READ = 'Fastify and pg with one statement that reads'
const WRITE = 'Fastify and pg with one statement that writes'
const DATABASE = 'the database without the index'

/** Each figure under the part of the benchmark that measures it; the names stay. Processor time includes the database's. */
export const figures = {
  pages: {
    car_list_rate: { what: '/api/car/list from the cache', unit: 'requests a second', yardstick: BARE },
    car_list_cpu: { what: '/api/car/list from the cache, processor time', unit: 'ms', yardstick: BARE },
    home_rate: { what: '/ from the cache', unit: 'requests a second', yardstick: BARE },
    home_cpu: { what: '/ from the cache, processor time', unit: 'ms', yardstick: BARE },
    rent_rate: { what: '/rent from the cache', unit: 'requests a second', yardstick: BARE },
    rent_cpu: { what: '/rent from the cache, processor time', unit: 'ms', yardstick: BARE },
    product_list_rate: {
      what: '/api/food/list, 5,000 products, from the cache',
      unit: 'requests a second',
      yardstick: BARE,
    },
    product_list_cpu: {
      what: '/api/food/list, 5,000 products, from the cache, processor time',
      unit: 'ms',
      yardstick: BARE,
    },
    mixed_p50: { what: '300 mixed requests a second, a public change every 3 s, median', unit: 'ms' },
    mixed_p99: { what: '300 mixed requests a second, a public change every 3 s, p99', unit: 'ms' },
    mixed_worst_second: {
      what: '300 mixed requests a second, the highest median of one second',
      unit: 'ms',
    },
    mixed_failed: { what: '300 mixed requests a second, failed', unit: '%', goal: atMost(0) },
  },
  // A third of what they cost before: my bookings 2.3 ms, a search 2.4 ms, adding to the cart 1.9 ms.
  private: {
    my_bookings_cpu: {
      what: 'GET /api/booking/user, processor time',
      unit: 'ms',
      goal: atMost(0.77),
      yardstick: READ,
    },
    rental_search_cpu: {
      what: 'GET /api/car/list, 5,000 cars, filters that never repeat, processor time',
      unit: 'ms',
      goal: atMost(0.8),
      yardstick: READ,
    },
    cart_add_cpu: {
      what: 'POST /api/cart/add, 5,000 products, processor time',
      unit: 'ms',
      goal: atMost(0.63),
      yardstick: WRITE,
    },
    booking_cpu: {
      what: 'POST /api/booking/create, 5,000 cars, processor time',
      unit: 'ms',
      yardstick: WRITE,
    },
    order_cpu: {
      what: 'POST /api/order/place, 5,000 products, processor time',
      unit: 'ms',
      yardstick: WRITE,
    },
    private_failed: { what: 'private requests, failed', unit: '%', goal: atMost(0) },
  },
  search: {
    ...searchFigures('search_100k', '100,000 cars for sale', 20, DATABASE),
    search_100k_whole_list_memory: {
      what: 'more memory while 100,000 cars for sale are sent whole to three at once, one slow to read',
      unit: 'MiB',
    },
  },
  'search-million': searchFigures('search_million', 'a million cars for sale', 50),
  desk: {
    desk_slowest_p50: { what: 'the slowest of all calls of the back office, median', unit: 'ms' },
    desk_late: { what: 'calls of the back office above 300 ms', unit: 'calls', goal: atMost(0) },
    palette_slowest_p50: { what: 'the slowest search of staff, median', unit: 'ms' },
    palette_late: { what: 'searches of staff above 40 ms', unit: 'texts', goal: atMost(0) },
    reports_slowest_p99: { what: 'the slowest report, p99', unit: 'ms', goal: atMost(200) },
  },
  memory: {
    memory_at_rest: { what: 'memory at rest, program and database', unit: 'MiB', goal: atMost(220) },
    memory_after_floods: {
      what: 'memory a minute after 6,000 requests that were broken off',
      unit: 'MiB',
      goal: { of: 'ratio', atMost: 1.2 },
      yardstick: 'at rest',
    },
  },
} satisfies Record<string, Record<string, Figure>>

export type PartName = keyof typeof figures

/** 50 searches a second, none twice. A search with counts asks for a page and for the counts of every filter at once. */
function searchFigures(
  name: string,
  size: string,
  goalMs: number,
  yardstick?: string,
): Record<string, Figure> {
  const goal = atMost(goalMs)
  const inMs = (what: string): Figure => ({ what: `${size}, ${what}`, unit: 'ms' })
  const compared = (what: string): Figure => ({ ...inMs(what), ...(yardstick && { yardstick }) })
  return {
    [`${name}_page_p50`]: compared('a page and its total, median'),
    [`${name}_page_p99`]: { ...compared('a page and its total, p99'), goal },
    [`${name}_page_worst`]: inMs('a page and its total, slowest'),
    [`${name}_page_cpu`]: compared('a page and its total, processor time'),
    [`${name}_counts_p50`]: inMs('a page with the counts of every filter, median'),
    [`${name}_counts_p99`]: { ...inMs('a page with the counts of every filter, p99'), goal },
    [`${name}_counts_worst`]: inMs('a page with the counts of every filter, slowest'),
    [`${name}_counts_cpu`]: inMs('a page with the counts of every filter, processor time'),
    [`${name}_changing_p50`]: inMs('the same while five listings change a second, median'),
    [`${name}_changing_p99`]: { ...inMs('the same while five listings change a second, p99'), goal },
    [`${name}_changing_worst`]: inMs('the same while five listings change a second, slowest'),
    [`${name}_changing_cpu`]: inMs('the same while five listings change a second, processor time'),
    [`${name}_changes_found`]: {
      what: `${size}, committed changes that the next search shows`,
      unit: '%',
      goal: { of: 'value', atLeast: 100 },
    },
    [`${name}_failed`]: { what: `${size}, failed searches`, unit: '%', goal: atMost(0) },
    [`${name}_fill_seconds`]: {
      what: `${size}, from the start of the program until the index is filled`,
      unit: 's',
    },
    [`${name}_index_memory`]: { what: `${size}, memory of the index`, unit: 'MiB' },
    [`${name}_program_memory`]: { what: `${size}, memory of the program`, unit: 'MiB' },
  }
}
