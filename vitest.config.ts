import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileMessages } from './scripts/compile-messages.mjs'

await compileMessages()

const testFiles = {
  components: '{ui,web,admin}/**/*.test.tsx',
  server: 'server/**/*.test.ts',
}

/** Files that replace a module, which no other file may see: each has modules of its own. */
function replacingModules(files: string): string[] {
  return globSync(files, { exclude: (name) => name === 'node_modules' }).filter((file) =>
    readFileSync(file, 'utf8').includes('vi.mock('),
  )
}

const replaceModules = {
  components: replacingModules(testFiles.components),
  server: replacingModules(testFiles.server),
}

/** A server test waits for the database, so three workers keep two cores busy. Each takes up to a gigabyte, the database's part included. */
const maxWorkers = Math.max(
  1,
  Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(process.availableMemory() / 1024 ** 3), 16),
)

/** Two applications of a test open up to 42 of the 300 connections of the database. */
const serverWorkers = Math.min(maxWorkers, 7)

/** No test fails because the machine is slow: these limits end only what hangs. */
const limits = {
  // All rounds of a trial take more than an hour on a busy machine.
  testTimeout: process.env.TRIALS === 'full' ? 6 * 3_600_000 : 900_000,
  hookTimeout: 900_000,
  expect: { poll: { interval: 20, timeout: 120_000 } },
}

/**
 * Files that take long, the longest first. Vitest begins with the largest, which says little about time: one of these, begun last,
 * would run while the other workers have nothing left to do.
 */
const longest = [
  'server/src/seed/seed.',
  'server/src/seed/continued-demo.',
  'server/src/payments/ledger/ledger-properties.',
  'server/src/testing/access-matrix/',
  'server/src/maintenance/recover-to-moment.',
  'server/src/bookings/fines/pay-owed.',
  'server/src/listings/market/search-listings.',
  'server/src/listings/search-index/',
  'server/src/embedded-postgres/',
  'server/src/bookings/agreements/agreements.',
  'server/src/accounts/recovery/',
  'server/src/maintenance/backup-database.',
  'server/src/bookings/booking-races.',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.replaceAll('\\', '/').includes(path))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

const components = {
  environment: 'happy-dom',
  setupFiles: ['ui/src/testing/component-setup.ts'],
  ...limits,
  maxWorkers,
}

/** `rules` and `architecture` need nothing but code, `components` a document; `server` runs on a real PostgreSQL, started once for all files. */
export default defineConfig({
  test: {
    tags: [{ name: 'trial', description: 'Many rounds, of which npm test runs a few' }],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{contract,messages,ui,web,admin}/**/*.test.ts'],
          ...limits,
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          ...components,
          name: 'components',
          include: [testFiles.components],
          exclude: replaceModules.components,
          isolate: false,
        },
      },
      { test: { ...components, name: 'components-alone', include: replaceModules.components } },
      { test: { name: 'architecture', include: ['tests/**/*.test.ts'], ...limits, maxWorkers } },
      {
        test: {
          name: 'server',
          include: [testFiles.server],
          exclude: replaceModules.server,
          globalSetup: ['server/src/testing/start-database.ts'],
          ...limits,
          maxWorkers: serverWorkers,
          // The files of a worker share the modules they import: importing them anew for each takes a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server-alone',
          include: replaceModules.server,
          globalSetup: ['server/src/testing/start-database.ts'],
          maxWorkers: serverWorkers,
          ...limits,
        },
      },
    ],
  },
})
