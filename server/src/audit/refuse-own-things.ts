import type { Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { isTheirOwn, isThing, type Thing } from './own-things-store.ts'

/** Refuses staff who act on something that is their own. `params` are those of the route. */
export type RefuseOwnThings = (params: unknown, accountId: string) => Promise<void>

/** Nobody decides on what is their own: it takes a colleague. */
export function refuseOwnThingsIn(db: Database): RefuseOwnThings {
  return async (params, accountId) => {
    for (const thing of thingsIn(params))
      if (await isTheirOwn(db, thing, accountId)) throw new AppError('own_thing')
  }
}

function thingsIn(params: unknown): Thing[] {
  const named = params && typeof params === 'object' ? Object.entries(params) : []
  return named.flatMap(([param, id]) => (isThing(param) && typeof id === 'string' ? { param, id } : []))
}
