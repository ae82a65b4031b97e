import { FLEET_SHARE_DAYS, UNPAID_COUNTS_HOURS } from '@twende/contract/holds/hold-limits.ts'
import { type HoldingNetwork, MOST_HOLDS_SHOWN, type UnpaidHold } from '@twende/contract/holds/hold-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import {
  countAllEndedUnpaid,
  type EndedUnpaidRow,
  findUnpaidHolds,
  type HoldRow,
} from './admin-hold-store.ts'
import { countFleet, sumStock } from './hold-store.ts'

/** More than are shown, so that the sums of a network are complete even during an attack. */
const MOST_HOLDS_READ = 5_000

/** A short form of the hash, enough to distinguish the networks of a day. */
const labelOf = (network: string | null) => network?.slice(0, 6).toUpperCase() ?? ''

export function holdHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/holds', async () => ({ success: true, data: await readUnpaidHolds(deps) }))
}

/** All unpaid holds; the networks that hold most come first. */
async function readUnpaidHolds({ db, clock }: Pick<AppDeps, 'db' | 'clock'>) {
  const now = clock.now()
  const since = new Date(now.getTime() - UNPAID_COUNTS_HOURS * 3_600_000)
  const [rows, ended, fleet, stock] = await Promise.all([
    findUnpaidHolds(db, now, MOST_HOLDS_READ),
    countAllEndedUnpaid(db, { since, now }),
    countFleet(db),
    sumStock(db),
  ])
  const networks = sumNetworks(rows, ended)
  const place = new Map(networks.map(({ network }, at) => [network, at]))
  const last = networks.length
  const inOrder = [...rows].sort(
    (a, b) => (place.get(labelOf(a.network)) ?? last) - (place.get(labelOf(b.network)) ?? last),
  )
  return {
    at: now.toISOString(),
    fleetCarDays: fleet * FLEET_SHARE_DAYS,
    stockPieces: stock.pieces,
    stockValue: stock.value,
    networks,
    holds: inOrder.slice(0, MOST_HOLDS_SHOWN).map((row) => present(row, ended)),
    total: rows.length,
  }
}

function sumNetworks(rows: readonly HoldRow[], ended: readonly EndedUnpaidRow[]): HoldingNetwork[] {
  const found = Map.groupBy(rows, ({ network }) => labelOf(network))
  const sum = (held: readonly HoldRow[], of: (row: HoldRow) => number) =>
    held.reduce((all, row) => all + of(row), 0)
  return [...found]
    .map(([network, held]) => ({
      network,
      holds: held.length,
      accounts: new Set(held.map(({ account_id }) => account_id)).size,
      carDays: sum(held, ({ car_days }) => car_days),
      pieces: sum(held, ({ pieces }) => pieces),
      value: sum(held, ({ value }) => value),
      endedUnpaid: sumEnded(ended, (row) => labelOf(row.network) === network),
    }))
    .sort((a, b) => b.carDays - a.carDays || b.pieces - a.pieces || b.holds - a.holds)
}

function sumEnded(ended: readonly EndedUnpaidRow[], isMeant: (row: EndedUnpaidRow) => boolean): number {
  return ended.filter(isMeant).reduce((all, row) => all + row.ended, 0)
}

function present(row: HoldRow, ended: readonly EndedUnpaidRow[]): UnpaidHold {
  return {
    kind: row.kind,
    _id: row.id,
    reference: row.reference,
    method: row.method,
    customer: {
      _id: row.account_id,
      name: row.name,
      email: row.email,
      proven: row.proven,
      endedUnpaid: sumEnded(ended, ({ account_id }) => account_id === row.account_id),
    },
    phone: row.phone,
    network: labelOf(row.network),
    what: row.what,
    startDate: row.start_date,
    endDate: row.end_date,
    carDays: row.car_days,
    pieces: row.pieces,
    value: row.value,
    madeAt: row.made_at.toISOString(),
    until: row.until.toISOString(),
  }
}
