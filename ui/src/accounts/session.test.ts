import { expect, test } from 'vitest'
import { readOwner } from './session.ts'

function tokenOf(payload: unknown): string {
  return `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`
}

test('a token tells who its owner is, in any letters', () => {
  expect(readOwner(tokenOf({ id: 'u1', role: 'staff', name: 'Wanjikũ ~ Ñandu ÿ' }))).toEqual({
    id: 'u1',
    role: 'staff',
    name: 'Wanjikũ ~ Ñandu ÿ',
  })
})

test('an unknown role is that of an ordinary user', () => {
  expect(readOwner(tokenOf({ id: 'u1', role: 'owner' }))).toEqual({ id: 'u1', role: 'user' })
})

test.each([
  ['nothing', ''],
  ['no token', 'hello'],
  ['bad base64', 'a.%%%.c'],
  ['no JSON', `a.${Buffer.from('{').toString('base64url')}.c`],
  ['no object', tokenOf(7)],
  ['null', tokenOf(null)],
  ['no id', tokenOf({ role: 'user' })],
  ['an empty id', tokenOf({ id: '' })],
  ['an id that is no text', tokenOf({ id: 7 })],
])('a token with %s has no owner', (_, token) => {
  expect(readOwner(token)).toBeNull()
})
