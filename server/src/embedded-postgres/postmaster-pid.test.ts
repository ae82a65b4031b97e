import { expect, test } from 'vitest'
import { judge, occupantFromProc, occupantFromPs, occupantOf, parsePostmasterPid } from './postmaster-pid.ts'

const file = { pid: 4321, port: 5432, socketDir: '/data/postgres-socket' }

test.each([
  [undefined, 'nobody', { kind: 'start' }],
  [file, 'nobody', { kind: 'start' }],
  [file, 'zombie', { kind: 'start-ignoring', pid: 4321 }],
  [file, 'other', { kind: 'start-ignoring', pid: 4321 }],
  [file, 'our-server', { kind: 'stop-first', pid: 4321 }],
] as const)('a pid file %o whose process is %s leads to %o', (found, occupant, verdict) => {
  expect(judge(found, occupant)).toEqual(verdict)
})

test('the pid file of a running server is read', () => {
  const content = '4321\n/data/postgres\n1700000000\n5432\n/data/postgres-socket\n\n  12345 7\nready   \n'
  expect(parsePostmasterPid(content)).toEqual(file)
})

test.each(['', '\n', 'garbage\n', '-4321\n', '0\n', '1\n', '12.5\n'])(
  'a pid file of %j names no server',
  (content) => {
    expect(parsePostmasterPid(content)).toBeUndefined()
  },
)

test('a pid file cut short after its first line still names the process', () => {
  expect(parsePostmasterPid('4321')).toEqual({ pid: 4321, port: 0, socketDir: '' })
})

test.each([
  ['4321 (postgres) S 1 4321', '/data/postgres', 'our-server'],
  ['4321 (postgres) Z 1 4321', '', 'zombie'],
  ['4321 (postgres) S 1 4321', '/other/postgres', 'other'],
  ['4321 (a (b) Z) c) S 1 4321', '/data/postgres', 'other'],
  ['4321 (node) R 1 4321', '/data/postgres', 'other'],
  ['', '', 'nobody'],
] as const)('the process line %j in %j is %s', (stat, folder, occupant) => {
  expect(occupantFromProc(stat, folder, '/data/postgres')).toBe(occupant)
})

test.each([
  ['Ss   /app/bin/postgres -D /data/postgres -c port=5432', 'our-server'],
  ['Z    (postgres)', 'zombie'],
  ['Ss   /app/bin/postgres -D /other/postgres', 'other'],
  ['R+   node server.js', 'other'],
  ['', 'nobody'],
] as const)('the line of ps %j is %s', (line, occupant) => {
  expect(occupantFromPs(line, '/data/postgres')).toBe(occupant)
})

test('this very process is another program, and an unused number is nobody', async () => {
  expect(await occupantOf(process.pid, '/data/postgres')).toBe('other')
  expect(await occupantOf(2 ** 22 + 12_345, '/data/postgres')).toBe('nobody')
})
