import { compactPlate } from '@twende/contract/cars/number-plate.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import type { FoundItem } from '@twende/contract/search/admin-search-routes.ts'
import { searchedPhone, searchWords } from '@twende/contract/search/search-words.ts'
import type { FastifyInstance } from 'fastify'
import { depositNumberOf } from '../db/text-search.ts'
import type { AppDeps } from '../deps.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import {
  findByDeposit,
  findByNumberPlate,
  findByPhone,
  findByReceipt,
  findByWords,
  findListingByReference,
} from './admin-search-store.ts'

/** Shorter words cannot be found by the index; beside a longer one they only narrow what it finds. */
const SHORTEST_WORD = 3

export function searchHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/search', async ({ query, currentUser }) => ({
    success: true,
    data: (await searchEverything(deps, query.query ?? '')).filter(mayOpen(currentUser)),
  }))
}

/** The right that the page of what was found needs. */
const rightsOfKinds: Partial<Record<FoundItem['kind'], StaffRight>> = {
  payment: 'payments',
  refund: 'payments',
  transaction: 'payments',
  account: 'people',
}

const mayOpen =
  ({ rights }: Pick<CurrentUser, 'rights'>) =>
  ({ kind }: FoundItem) => {
    const right = rightsOfKinds[kind]
    return right === undefined || rights.includes(right)
  }

/** Finds what a text of staff can mean: a reference, a payment receipt, a number plate, a phone number, a name. */
export async function searchEverything({ db }: Pick<AppDeps, 'db'>, text: string): Promise<FoundItem[]> {
  const phone = searchedPhone(text)
  if (phone !== undefined && phone.length >= SHORTEST_WORD) return findByPhone(db, phone)
  const compact = compactPlate(text)
  const words = searchWords(text)
  const searches: Promise<FoundItem[]>[] = []
  if (/^car\d+$/i.test(compact)) searches.push(findListingByReference(db, compact.toUpperCase()))
  const deposit = depositNumberOf(compact.toUpperCase())
  if (deposit !== undefined) searches.push(findByDeposit(db, deposit))
  // Receipts of M-Pesa have ten characters, the first a letter; other providers' are longer.
  if (/^[a-z][a-z0-9]{3,}$/i.test(compact)) searches.push(findByReceipt(db, compact.toUpperCase()))
  // The shortest beginning that tells cars apart has three characters: KDA.
  if (/^[a-z\d]{3,10}$/i.test(compact)) searches.push(findByNumberPlate(db, compact.toUpperCase()))
  if (words.some(({ length }) => length >= SHORTEST_WORD)) {
    searches.push(findByWords(db, words))
  }
  const found = (await Promise.all(searches)).flat()
  return [...new Map(found.map((item) => [item.kind + item.id, item])).values()]
}
