import { isDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { newKey } from '@twende/ui/form/new-key.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useState } from 'react'
import type { Stretch } from './day-cells.ts'

export type BlockWish = Stretch & { reason: string }
export type Block = ReturnType<typeof useBlock>

/** A block that is being made: what was typed, what is wrong with it, and sending it. */
export function useBlock(carId: string, stretch: Stretch) {
  const [wish, setWish] = useState<BlockWish>({ ...stretch, reason: '' })
  const attempt = useAttemptKey()
  const known = isDay(wish.startDate) && isDay(wish.endDate)
  const backwards =
    !known || nairobiInstant(wish.startDate, wish.startTime) >= nairobiInstant(wish.endDate, wish.endTime)
  const problems = {
    end: backwards ? 'Choose an end after the beginning' : undefined,
    reason: wish.reason.trim() === '' ? 'Please give a reason' : undefined,
  }
  async function send(then: () => Promise<void>): Promise<string | undefined> {
    try {
      const { message } = await blockCar(carId, wish, attempt.keyOf(wish))
      toast.success(message)
      await then()
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error.message
      throw error
    }
  }
  const change = (some: Partial<BlockWish>) => setWish((before) => ({ ...before, ...some }))
  const wrong = problems.end !== undefined || problems.reason !== undefined
  return { wish, change, problems, wrong, send }
}

export function blockCar(carId: string, wish: BlockWish, idempotencyKey = newKey()) {
  const body = { ...wish, reason: wish.reason.trim() }
  return call('POST /api/admin/car/:carId/block', { params: { carId }, body }, { idempotencyKey })
}
