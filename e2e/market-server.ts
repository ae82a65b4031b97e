import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstAdmin, metricsToken } from './support/first-admin.ts'

// The workers read this file again and inherit what the first reading decided.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_FOLDER ??= join(tmpdir(), `twende-e2e-${randomBytes(6).toString('hex')}`)

export const baseURL = `http://localhost:${process.env.E2E_PORT}`

/** The built product with a demo market, on its own port and in a temporary folder, as Playwright starts it. */
export const marketServer = {
  command: `"${process.execPath}" e2e/serve-market.mjs`,
  cwd: join(import.meta.dirname, '..'),
  url: `${baseURL}/api/health/ready`,
  timeout: 15 * 60_000,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 60_000 },
  env: {
    NODE_ENV: 'production',
    PORT: process.env.E2E_PORT,
    DATA_DIR: join(process.env.E2E_FOLDER, 'data'),
    DEMO: '1',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
    METRICS_TOKEN: metricsToken,
    // Every journey makes people of its own, more in an hour than one address may.
    RATE_LIMIT: 'off',
    // A journey looks at few of the demo market's pictures; generating all sizes of all takes two minutes of a core.
    PREGENERATE_PICTURES: 'off',
  },
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
