import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

/** The lock file names the hash of every package that is fetched, so that another one in its place is refused. */

const Locked = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  os: z.optional(z.array(z.string())),
  cpu: z.optional(z.array(z.string())),
})
const LockFile = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), Locked) })

const { packages, lockfileVersion } = LockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const fetched = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
)

/** Builds of tools for other machines, whose hashes are not known here; docs/decisions/021-packages-without-a-hash.md says why. */
const WITHOUT_HASH = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl', 'linux-x64-musl'].map(
    (build) => `@biomejs/cli-${build}@2.6.8`,
  ),
  ...['win32-arm64', 'win32-x64'].map((build) => `@biomejs/cli-${build}@2.6.8`),
  ...[
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'linux-arm-musleabihf',
    'linux-ppc64-gnu',
    'linux-riscv64-gnu',
    'linux-riscv64-musl',
    'linux-s390x-gnu',
    'openharmony-arm64',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ].map((build) => `@oxc-parser/binding-${build}@0.156.0`),
  ...[
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'wasm32-wasi',
    'win32-arm64-msvc',
    'win32-x64-msvc',
  ].map((build) => `@tailwindcss/oxide-${build}@4.3.5`),
]

const nameOf = (path: string, version = '') =>
  `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`

test('every package has a SHA-512, but for builds of tools for other machines', () => {
  expect(lockfileVersion).toBe(3)
  expect(fetched.length).toBeGreaterThan(300)
  const without = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(without.map(([path, { version }]) => nameOf(path, version)).sort()).toEqual([...WITHOUT_HASH].sort())
  for (const [path, { optional, os, cpu }] of without) {
    expect([path, optional, (os ?? cpu ?? []).length > 0]).toEqual([path, true, true])
    expect(path).not.toMatch(/(linux-(x64|arm64)-gnu|linux-(x64|arm64))$/)
  }
})

test('the lock file names no registry: whichever is used has to deliver the same bytes', () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
