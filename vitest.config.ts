import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileMessages } from './scripts/compile-messages.mjs'

await compileMessages()

/** Files that replace a module, which no other file may see. */
const replacesModules = ['server/src/settings/old-documents.test.ts']

/**
 * A server test waits for the database, so three workers keep two cores busy. Each takes up to a gigabyte with what the
 * database and the pictures take for it.
 */
const maxWorkers = Math.max(
  1,
  Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(process.availableMemory() / 1024 ** 3), 16),
)

/** No test fails because the machine is slow: these limits end only what hangs. */
const limits = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { interval: 20, timeout: 120_000 } },
}

/**
 * Vitest begins with the largest files. Those of the access matrix are small, since they share its rows, and take long: begun
 * last, they would run while the other workers have nothing left to do.
 */
class MatrixFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isMatrix = ({ moduleId }: TestSpecification) => moduleId.includes('/access-matrix/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isMatrix), ...sorted.filter((file) => !isMatrix(file))]
  }
}

/** `rules` and `architecture` need nothing but code, `components` a document; `server` runs on a real PostgreSQL, started once for all files. */
export default defineConfig({
  test: {
    tags: [{ name: 'trial', description: 'Many rounds, of which npm test runs a few' }],
    sequence: { sequencer: MatrixFirst },
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
          name: 'components',
          include: ['{ui,web,admin}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['ui/src/testing/component-setup.ts'],
          ...limits,
          maxWorkers,
          isolate: false,
        },
      },
      { test: { name: 'architecture', include: ['tests/**/*.test.ts'], ...limits, maxWorkers } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: replacesModules,
          globalSetup: ['server/src/testing/start-database.ts'],
          ...limits,
          maxWorkers,
          // The files of a worker share the modules they import: importing them anew for each takes a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server-alone',
          include: replacesModules,
          globalSetup: ['server/src/testing/start-database.ts'],
          maxWorkers,
          ...limits,
        },
      },
    ],
  },
})
