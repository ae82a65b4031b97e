import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@twende/contract/http/call.ts'
import { isDatabaseAway } from '../db/database-away.ts'

/**
 * Sends until there is a free connection to the database. Of fifty requests at once, some wait longer for one than the pool
 * allows when other programs take most of the processor; they are answered 503 before anything is done.
 */
export async function onceAvailable<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const isBusy = error instanceof ApiError ? error.status === 503 : isDatabaseAway(error)
      if (!isBusy) throw error
      await setTimeout(20)
    }
  }
}
