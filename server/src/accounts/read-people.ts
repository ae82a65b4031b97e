import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { PersonState } from '@twende/contract/accounts/people-rules.ts'
import type { Person, PersonRow } from '@twende/contract/accounts/person.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { type PersonRow as FoundPerson, findPeople, findPerson } from './people-store.ts'
import { findNotes } from './person-note-store.ts'
import { findLatestOf, sumPaidBy } from './person-story-store.ts'
import { hasSecondFactor } from './second-factors/factor-store.ts'

const PAGE_SIZE = 20

type Wish = {
  search?: string | undefined
  role?: Role | undefined
  state?: PersonState | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** A page of the people with an account. */
export async function readPeople(
  db: Database,
  { search = '', role, state = 'all', page = 1, limit = PAGE_SIZE }: Wish,
): Promise<{ data: PersonRow[]; pagination: Pagination }> {
  const offset = (page - 1) * limit
  const { rows, total } = await findPeople(db, { search, role, state, limit, offset })
  const pagination = { page, limit, total, pages: Math.ceil(total / limit) }
  return { data: rows.map(presentRow), pagination }
}

/** A person with everything that staff needs to know. */
export async function readPerson(db: Database, accountId: string): Promise<Person> {
  const row = await findPerson(db, accountId)
  if (!row) throw new AppError('not_found')
  const [latest, paid, notes, secondFactor] = await Promise.all([
    findLatestOf(db, accountId),
    sumPaidBy(db, accountId),
    findNotes(db, accountId),
    hasSecondFactor(db, accountId),
  ])
  return {
    ...presentRow(row),
    hasSecondFactor: secondFactor,
    paid,
    latest: presentLatest(latest),
    notes,
  }
}

function presentRow({ id, created_at, banned_at, deleted_at, ...row }: FoundPerson): PersonRow {
  return {
    ...row,
    _id: id,
    memberSince: created_at.toISOString(),
    bannedAt: banned_at?.toISOString() ?? null,
    deleted: deleted_at !== null,
  }
}

function presentLatest(latest: Awaited<ReturnType<typeof findLatestOf>>): Person['latest'] {
  return {
    bookings: latest.bookings.map(({ id, reference, car, start_date, end_date, final_amount, status }) => {
      return {
        _id: id,
        reference,
        car,
        startDate: start_date,
        endDate: end_date,
        amount: final_amount,
        status,
      }
    }),
    listings: latest.listings.map(({ id, name, price, status, verified_at, created_at }) => {
      const verified = verified_at !== null
      return { _id: id, name, price, status, verified, createdAt: created_at.toISOString() }
    }),
    payments: latest.payments.map(({ id, purpose, status, receipt, created_at, ...sums }) => {
      const amount = sums.amount_received ?? sums.amount
      return { _id: id, purpose, amount, status, receipt, at: created_at.toISOString() }
    }),
    orders: latest.orders.map(({ id, number, amount, status, created_at }) => {
      return { _id: id, number: `ORD${number}`, amount, status, createdAt: created_at.toISOString() }
    }),
  }
}
