import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

/** The lock file names the hash of every package that is fetched, so that another one in its place is refused. */

const Locked = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
})
const LockFile = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), Locked) })

const { packages, lockfileVersion } = LockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const fetched = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
)

const nameOf = (path: string, version = '') =>
  `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`

test('every package has a SHA-512, also the builds of tools for other machines', () => {
  expect(lockfileVersion).toBe(3)
  expect(fetched.length).toBeGreaterThan(300)
  expect(fetched.filter(([path]) => /-(darwin|win32)-/.test(path)).length).toBeGreaterThan(10)
  const without = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(without.map(([path, { version }]) => nameOf(path, version))).toEqual([])
})

test('the lock file names no registry: whichever is used has to deliver the same bytes', () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
