import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Codes of connections that broke while a statement ran: shutdown, crash, a lost connection. */
const BROKEN = new Set(['57P01', '57P02', '57P05', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE'])

/** Codes that say "not now" or "not here": starting, full, a standby that cannot be written, a host that is gone. */
const AWAY = new Set([
  ...BROKEN,
  '08001',
  '08004',
  '08007',
  '57P03',
  '53100',
  '53300',
  '25006',
  'ECONNREFUSED',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])

const BROKEN_MESSAGE = /^Connection terminated|^Client (was closed|has encountered a connection error)/
const POOL_IS_BUSY = 'timeout exceeded when trying to connect'
const NOT_ANSWERED = 'Query read timeout'

const PROTOCOL_VIOLATION = '08P01'
const POOLER_LOST_SERVER = /server conn|server closed|server login/i
const READ_ONLY = '25006'

/** Whether the database cannot be reached or written at the moment, for example during a fail-over. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (error instanceof pg.DatabaseError) return AWAY.has(error.code ?? '') || isFromPooler(error)
  if (!(error instanceof Error)) return false
  if (BROKEN_MESSAGE.test(error.message) || error.message.includes(POOL_IS_BUSY)) return true
  if (isUnanswered(error)) return true
  return 'syscall' in error && 'code' in error && AWAY.has(String(error.code))
}

/** Whether our side gave up waiting for an answer; the connection still waits for it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === NOT_ANSWERED
}

/** Whether the connection broke under a statement; a read can be repeated on another connection. */
export function isConnectionBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return BROKEN.has(error.code ?? '') || (isFromPooler(error) && POOLER_LOST_SERVER.test(error.message))
  if (!(error instanceof Error)) return false
  if (BROKEN_MESSAGE.test(error.message)) return true
  return 'syscall' in error && 'code' in error && BROKEN.has(String(error.code))
}

/** Whether a write was refused because the server is a standby, as a former primary is after a fail-over. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY
}

/** PgBouncer has one code for all of its errors; PostgreSQL's own errors name the routine that raised them. */
export function isFromPooler(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION && error.routine === undefined
}

const MOST_REPEATS = 3

/**
 * Repeats a read whose connection broke, three times at most: after a fail-over all idle connections of the pool are broken,
 * and it may lend out another one of them.
 */
export async function repeatBrokenRead<Result>(
  read: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await read()
    } catch (error) {
      if (repeats === MOST_REPEATS || !isConnectionBroken(error) || !mayRepeat()) throw error
    }
  }
}

const PAUSE_MS = 500
const MOST_ATTEMPTS = 120

/**
 * Repeats a write until the database can be reached and written again, for a minute or more: for what is told only once,
 * such as the number of a request that was sent. Must write the same when it runs twice.
 */
export async function repeatUntilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await write()
    } catch (error) {
      if (attempts === MOST_ATTEMPTS || !isDatabaseAway(error)) throw error
      await sleep(PAUSE_MS)
    }
  }
}
