import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { marketAddress } from './market.ts'

const BUSY = 503

/** Posts a form as pages with pictures do, once; answers what was made. */
export async function postForm(path: string, token: string, fields: Readonly<Record<string, string | Blob>>) {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields))
    if (value instanceof Blob) body.append(field, value, 'photo.jpg')
    else body.append(field, value)
  const headers = { token, 'Idempotency-Key': randomUUID() }
  let answer = new Response()
  const send = async () => {
    answer = await fetch(marketAddress + path, { method: 'POST', headers, body })
    return answer.status
  }
  // The market takes few uploads at a time, and journeys beside this one send some too.
  await expect.poll(send).not.toBe(BUSY)
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
  return (await answer.json()).data
}
