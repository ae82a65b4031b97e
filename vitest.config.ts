import { defineConfig } from 'vitest/config'

/** `rules` and `architecture` need nothing but code; `server` runs on a real PostgreSQL, started once for all files. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['{contract,ui,web,admin}/**/*.test.ts'] } },
      { test: { name: 'architecture', include: ['tests/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/src/testing/start-database.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
