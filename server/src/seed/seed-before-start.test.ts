import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { seedBeforeStart } from './seed-before-start.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await market.db.insertInto('demo_market').values({ started_at: market.clock.now() }).execute()
})
afterAll(() => market.close())

const daraja = {
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  PUBLIC_URL: 'https://twende.example',
}

function seed(env: Record<string, string>) {
  const { connection, logger, config } = market.deps
  const given = readConfig({
    DATA_DIR: config.dataDir,
    TOKEN_SECRET: market.deps.tokenSecret,
    DEMO: '0',
    ...env,
  })
  return seedBeforeStart({ config: given, connection, logger }, () => {})
}

test('a process with real money does not start on a demo market, and says the command that cleans it', async () => {
  for (const MPESA_BASE_URL of [
    'https://api.safaricom.co.ke',
    'https://sandbox.safaricom.co.ke',
    'http://10.0.0.7:9000',
  ]) {
    await expect(seed({ ...daraja, MPESA_BASE_URL })).rejects.toThrow('npm run clean-demo -- --keep-real')
  }
})

test('and it does not create a demo market', async () => {
  await expect(seed({ ...daraja, DEMO: '1' })).rejects.toThrow('Remove DEMO')
})

test('an M-Pesa simulator on the same machine is allowed with a demo market', async () => {
  for (const MPESA_BASE_URL of ['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9']) {
    await seed({ ...daraja, MPESA_BASE_URL })
  }
})
