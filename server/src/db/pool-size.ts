/** PostgreSQL takes a hundred connections unless told otherwise, and keeps three of them for itself. */
const SHARED_BY_ALL = 90
/** What a process opens beside its pool: the job queue's own, and the two that listen. */
const BESIDE_POOL = 6
const MOST = 16
const FEWEST = 2

/** How many connections each of so many processes may pool, so that together they do not run the server out of them. */
export function poolSize(workers: number): number {
  return Math.max(FEWEST, Math.min(MOST, Math.floor(SHARED_BY_ALL / workers) - BESIDE_POOL))
}
