import { readdirSync, readFileSync } from 'node:fs'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { type RouteSpec, STAFF_RIGHTS } from '@twende/contract/http/route.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSession, type Person } from '../people.ts'
import { callers, market, openMatrixMarket, statusesOf } from './fixtures.ts'
import { accessParts, accessRows } from './parts.ts'

beforeAll(openMatrixMarket)
afterAll(() => market.close())

const names = Object.keys(routes) as RouteKey[]

test('the matrix has a row for each route, and a right status for each kind of access', () => {
  expect(Object.keys(accessRows).sort()).toEqual([...names].sort())
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) {
    const access: string = routes[name].access
    const status = statusesOf(accessRows[name])
    expect(Object.keys(status).sort(), name).toEqual([...callers].sort())
    const { none, other, revoked } = status
    if (access !== 'anyone') expect([none, revoked], name).toEqual([401, 401])
    if (access === 'staff' || access === 'admin') expect(other, name).toBe(403)
  }
})

test('the matrix names the right of each route that needs one, and only routes of staff do', () => {
  const spec = (name: RouteKey): RouteSpec => routes[name]
  const needing = names.filter((name) => spec(name).right)
  expect(needing.filter((name) => spec(name).access !== 'staff')).toEqual([])
  const declared = Object.fromEntries(needing.map((name) => [name, spec(name).right]))
  const rows = names.filter((name) => accessRows[name].right)
  expect(Object.fromEntries(rows.map((name) => [name, accessRows[name].right]))).toEqual(declared)
  for (const right of STAFF_RIGHTS)
    expect(needing.filter((name) => spec(name).right === right).length, right).toBeGreaterThan(1)
})

test('what staff may read of somebody else through a route of customers is recorded', () => {
  const spec = (name: RouteKey): RouteSpec => routes[name]
  const shared = names.filter((name) => {
    const { staff, other } = statusesOf(accessRows[name])
    return name.startsWith('GET ') && spec(name).access === 'user' && staff === 200 && other !== 200
  })
  expect(shared.length).toBeGreaterThan(5)
  expect(shared.filter((name) => !spec(name).personalData)).toEqual([])
})

test('each route is in one part, and each part is proven by a test file of its own', () => {
  const inParts = Object.values(accessParts).flatMap((rows) => Object.keys(rows))
  expect(inParts.sort()).toEqual([...names].sort())
  const folder = new URL('.', import.meta.url)
  const proven = readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^proveAccess\('(\w+)'\)$/gm),
    ])
    .map(([, part]) => part)
  expect(proven.sort()).toEqual(Object.keys(accessParts).sort())
})

test('a session that is over opens no route that needs one', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const tokens = await tokensOfEndedSessions({ ...admin, role: 'admin' })
  const guarded = names.filter((name) => routes[name].access !== 'anyone')
  expect(guarded.length).toBeGreaterThan(80)
  for (const [why, token] of Object.entries(tokens)) {
    const opened: RouteKey[] = []
    for (const name of guarded) {
      const [method, path = ''] = name.split(' ')
      const url = path.replace(/:\w+/g, uuidv7())
      const answer = await market.app.inject({ method: method as 'GET', url, headers: { token } })
      if (answer.statusCode !== 401) opened.push(name)
    }
    expect({ why, opened }).toEqual({ why, opened: [] })
  }
  expect((await market.call('GET /api/admin/today', {}, admin)).success).toBe(true)
})

/** Tokens that are signed and not expired themselves, by how their session ended. */
async function tokensOfEndedSessions(owner: Person & { role: Role }): Promise<Record<string, string>> {
  const now = market.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  const ways = {
    ended: { ended_at: daysAgo(0) },
    idle: { created_at: daysAgo(30), idle_expires_at: daysAgo(0) },
    'at its absolute end': {
      created_at: daysAgo(90),
      idle_expires_at: daysAgo(0),
      expires_at: daysAgo(0),
    },
  }
  const tokens: Record<string, string> = {}
  for (const [way, change] of Object.entries(ways)) {
    const { token, sessionId } = await addSession(market.deps, owner)
    await market.db.updateTable('sessions').set(change).where('id', '=', sessionId).execute()
    tokens[way] = token
  }
  return tokens
}
