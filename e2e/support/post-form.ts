import { randomUUID } from 'node:crypto'
import { marketAddress } from './market.ts'

/** Posts a form as pages with pictures do, once; answers what was made. */
export async function postForm(path: string, token: string, fields: Readonly<Record<string, string | Blob>>) {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields))
    if (value instanceof Blob) body.append(field, value, 'photo.jpg')
    else body.append(field, value)
  const headers = { token, 'Idempotency-Key': randomUUID() }
  const answer = await fetch(marketAddress + path, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
  return (await answer.json()).data
}
