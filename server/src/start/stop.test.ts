import { expect, test } from 'vitest'
import { stopInOrder } from './stop.ts'

test('what comes after a part that cannot be stopped is stopped all the same, and the failure is reported', async () => {
  const stopped: string[] = []
  const stopping = stopInOrder(
    async () => stopped.push('server'),
    async () => {
      throw new Error('the jobs did not stop')
    },
    async () => stopped.push('database'),
  )
  await expect(stopping).rejects.toThrow('the jobs did not stop')
  expect(stopped).toEqual(['server', 'database'])
})
