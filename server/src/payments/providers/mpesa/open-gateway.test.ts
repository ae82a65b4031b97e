import pino from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../../../basic-deps.ts'
import { readConfig } from '../../../config/config.ts'
import { openGateways } from '../registry.ts'

const logger = pino({ level: 'silent' })
const mpesa = {
  MPESA_BASE_URL: 'http://127.0.0.1:9',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
}

test.each([
  { set: { ...mpesa, PUBLIC_URL: 'https://twende.example' }, base: 'https://twende.example' },
  {
    set: {
      ...mpesa,
      PUBLIC_URL: 'https://twende.example',
      MPESA_CALLBACK_URL: 'https://pay.twende.example/',
    },
    base: 'https://pay.twende.example',
  },
  { set: { PORT: '4100', PUBLIC_URL: 'https://twende.example' }, base: 'http://127.0.0.1:4100' },
])('M-Pesa reports to $base', async ({ set, base }) => {
  const { gateways, close } = await openGateways({ config: readConfig(set), clock: systemClock, logger })
  expect(gateways.mpesa.callbackBase).toBe(base)
  expect(gateways.mpesa.phonePanelUrl !== undefined).toBe(!('MPESA_BASE_URL' in set))
  await close()
})
