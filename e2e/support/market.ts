import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { createCall } from '@twende/contract/http/call.ts'

export const marketAddress = `http://localhost:${process.env.E2E_PORT}`

/** Calls the API of the server under test directly, without the browser. */
export const call = createCall(async ({ method, url, headers, body }) => {
  const response = await fetch(marketAddress + url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, body: await response.json().catch(() => undefined) }
})

export async function carNamed(name: string): Promise<Car> {
  const { data } = await call('GET /api/car/list', {})
  const car = data.find((candidate) => candidate.name === name)
  if (!car) throw new Error(`There is no ${name} in the demo fleet.`)
  return car
}

export type Stay = { startDate: string; endDate: string }

/** A stay that begins so many days from today. */
export function stayIn(daysAhead: number, days: number): Stay {
  const startDate = addDays(nairobiDay(new Date()), daysAhead)
  return { startDate, endDate: addDays(startDate, days) }
}

/** The newest mail to this address, once it has come. */
export async function mailTo(email: string): Promise<string> {
  const folder = join(process.env.E2E_FOLDER ?? '', 'data', 'mail')
  let found = ''
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    found = mails.findLast((mail) => mail.includes(`To: ${email}`)) ?? ''
    expect(found, `a mail to ${email}`).not.toBe('')
  }).toPass()
  return found
}
