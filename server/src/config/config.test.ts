import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../testing/data-folder.ts'
import { type Environment, environment, readConfig } from './config.ts'
import { SettingError } from './setting.ts'

function complaint(env: Environment): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
}

const daraja = {
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  PUBLIC_URL: 'https://twende.example',
}

const business = {
  name: 'DEMO MOTORS LTD',
  number: '174379',
  type: 'paybill',
  accountHint: 'your phone number',
}

test('with no settings at all, everything runs on this machine as a demo', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    database: { kind: 'embedded' },
    archive: undefined,
    databaseConnections: 90,
    workers: 1,
    drainSeconds: 0,
    demo: true,
    tokenSecret: undefined,
    firstAdmin: undefined,
    channels: {
      mail: { kind: 'files', from: 'Twende <no-reply@localhost>' },
      sms: { kind: 'files' },
    },
    payments: {
      mpesa: { kind: 'simulator', business },
      isSimulated: true,
      movesRealMoney: false,
      receiver: business,
      addresses: [],
    },
    media: { kind: 'files', folder: resolve('data/media') },
    privateMedia: { kind: 'files', folder: resolve('data/private') },
    privateFilesKeys: undefined,
    web3forms: { url: 'https://api.web3forms.com/submit', accessKey: undefined },
    whatsappNumber: '254700000001',
    rateLimit: true,
    pregeneratePictures: true,
    trustProxy: false,
    searchIndex: { fromListings: 5_000, maxBytes: 512 * 2 ** 20 },
    metricsToken: undefined,
    tracing: undefined,
    logLevel: 'info',
  })
})

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' }

test.each([
  [COLLECTOR, { endpoint: 'http://localhost:4318', headers: {}, serviceName: 'twende', ratio: 1 }],
  [
    {
      ...COLLECTOR,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20b, x-market = 1',
      OTEL_SERVICE_NAME: 'market',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '.25',
    },
    {
      endpoint: 'http://localhost:4318',
      headers: { 'x-api-key': 'a b', 'x-market': '1' },
      serviceName: 'market',
      ratio: 0.25,
    },
  ],
  [{ ...COLLECTOR, OTEL_TRACES_SAMPLER: 'always_off' }, undefined],
  [{ ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, undefined],
  [{ OTEL_SERVICE_NAME: 'market', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, undefined],
])('the settings %o trace as %o', (env, tracing) => {
  expect(readConfig(env).tracing).toEqual(tracing)
})

test('a blank setting counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', MPESA_PASSKEY: '', LOG_LEVEL: '' })).toEqual(
    readConfig({}),
  )
})

test.each([
  [{ PORT: '0x50' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'twende.example' }, 'PUBLIC_URL is an address such as https://twende.example.'],
  [
    { PUBLIC_URL: 'https://twende.example/cars' },
    'PUBLIC_URL is only the scheme and host, such as https://twende.example.',
  ],
  [
    { DATABASE_URL: 'mysql://localhost/cars' },
    'DATABASE_URL is an address such as postgres://user:password@host:5432/twende.',
  ],
  [{ WORKERS: '0' }, 'WORKERS is a whole number from 1 to 64.'],
  [{ DEMO: 'perhaps' }, 'DEMO is on or off, not "perhaps".'],
  [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET has at least 32 characters.'],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL is an email address.'],
  [{ ADMIN_EMAIL: 'a@b.example' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL is an address such as smtp://user:password@mail.example:587.'],
  [{ MAIL_FROM: 'Twende' }, 'MAIL_FROM is an email address, with or without a name.'],
  [{ MPESA_TYPE: 'bank' }, 'MPESA_TYPE is paybill or till.'],
  [{ MPESA_BUSINESS_NAME: 'x'.repeat(61) }, 'MPESA_BUSINESS_NAME has at most 60 characters.'],
  [{ MPESA_ACCOUNT_HINT: 'x'.repeat(61) }, 'MPESA_ACCOUNT_HINT has at most 60 characters.'],
  [{ MPESA_SHORTCODE: '12' }, 'MPESA_SHORTCODE is 5 to 7 digits.'],
  [
    { MEDIA_URL: 's3://bucket' },
    'MEDIA_URL is file:///a/folder or s3://KEY:SECRET@HOST/BUCKET?region=REGION.',
  ],
  [
    { PRIVATE_FILES_KEY: `${'x'.repeat(40)},short` },
    'PRIVATE_FILES_KEY has at least 32 characters; earlier keys follow it, with commas between.',
  ],
  [
    { DATABASE_URL: 'postgres://twende:secret@db.example/twende' },
    'PRIVATE_FILES_KEY goes with DATABASE_URL: at least 32 characters, the same on every machine; a market that ran on the embedded database has its key in DATA_DIR/private-files-key.',
  ],
  [{ WHATSAPP_NUMBER: 'call me' }, 'WHATSAPP_NUMBER is a phone number such as 254712345678.'],
  [{ RATE_LIMIT: '100' }, 'RATE_LIMIT is on or off, not "100".'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT is an address such as http://localhost:4318.',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL is http/json: traces are sent in no other form.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'a key' },
    'OTEL_EXPORTER_OTLP_HEADERS is name=value, percent-encoded, with commas between.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'a%0Akey=1' },
    'OTEL_EXPORTER_OTLP_HEADERS is name=value, percent-encoded, with commas between.',
  ],
  [
    { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    'OTEL_TRACES_SAMPLER is parentbased_always_on, parentbased_always_off, parentbased_traceidratio, always_on, always_off or traceidratio.',
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '10%' }, 'OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1, such as 0.1.'],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1, such as 0.1.'],
  [
    { TRUST_PROXY: '10.0.0.0/99' },
    'TRUST_PROXY is off, loopback, private, the addresses or networks of the proxies with commas between, or their number.',
  ],
  [
    { TRUST_PROXY: '0.0.0.0/0' },
    'TRUST_PROXY is off, loopback, private, the addresses or networks of the proxies with commas between, or their number.',
  ],
  [
    { TRUST_PROXY: 'all' },
    'TRUST_PROXY is off, loopback, private, the addresses or networks of the proxies with commas between, or their number.',
  ],
  [{ SEARCH_INDEX_FROM: '0' }, 'SEARCH_INDEX_FROM is a whole number from 1 to 1000000000.'],
  [{ SEARCH_INDEX_MB: 'all' }, 'SEARCH_INDEX_MB is a whole number from 0 to 65536.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN has at least 24 characters, without spaces.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is fatal, error, warn, info, debug, trace or silent.'],
])('%j is refused with one sentence', (env, sentence) => {
  expect(complaint(env)).toBe(sentence)
})

test('each of several bad settings gets its sentence', () => {
  expect(complaint({ PORT: 'x', DEMO: 'y' }).split('\n')).toHaveLength(2)
})

test('a complaint never repeats a secret', () => {
  const secret = 'hunter2-hunter2'
  const env = {
    TOKEN_SECRET: secret,
    SMTP_URL: secret,
    DATABASE_URL: secret,
    MEDIA_URL: secret,
    PRIVATE_FILES_KEY: secret,
    MPESA_PASSKEY: secret,
    METRICS_TOKEN: secret,
  }
  expect(complaint(env)).not.toBe('')
  expect(complaint(env)).not.toContain(secret)
})

test('a hosted database starts without the demo market, unless asked', () => {
  const DATABASE_URL = 'postgres://twende:secret@db.example/twende'
  const PRIVATE_FILES_KEY = 'k'.repeat(32)
  expect(readConfig({ DATABASE_URL, PRIVATE_FILES_KEY }).database).toEqual({ kind: 'url', url: DATABASE_URL })
  expect(readConfig({ DATABASE_URL, PRIVATE_FILES_KEY }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, PRIVATE_FILES_KEY, DEMO: '1' }).demo).toBe(true)
  expect(readConfig({ DEMO: '0' }).demo).toBe(false)
})

test('the demo market never opens by itself beside real money', () => {
  const line = {
    MPESA_CONSUMER_KEY: 'key',
    MPESA_CONSUMER_SECRET: 'secret',
    MPESA_SHORTCODE: '600999',
    MPESA_PASSKEY: 'passkey',
    PUBLIC_URL: 'https://twende.example',
  }
  expect(readConfig({}).demo).toBe(true)
  expect(readConfig(line).payments.mpesa.kind).toBe('daraja')
  expect(readConfig(line).demo).toBe(false)
})

test('M-Pesa takes all four credentials', () => {
  expect(readConfig(daraja).payments.mpesa).toEqual({
    kind: 'daraja',
    baseUrl: 'https://api.safaricom.co.ke',
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortcode: '174379',
    passkey: 'passkey',
    type: 'paybill',
    tillNumber: '174379',
    callbackUrl: 'https://twende.example',
    business: { name: '', number: '174379', type: 'paybill', accountHint: 'your phone number' },
  })
})

test('a till is shown under the number that customers see, and asks for no account', () => {
  const { receiver } = readConfig({
    ...daraja,
    MPESA_TYPE: 'till',
    MPESA_TILL: '5174379',
    MPESA_BUSINESS_NAME: ' Twende  Motors ',
  }).payments
  expect(receiver).toEqual({ name: 'Twende Motors', number: '5174379', type: 'till', accountHint: '' })
})

test.each(['MPESA_CONSUMER_KEY', 'MPESA_CONSUMER_SECRET', 'MPESA_SHORTCODE', 'MPESA_PASSKEY'])(
  'M-Pesa without %s is refused, and the sentence names it',
  (missing) => {
    expect(complaint({ ...daraja, [missing]: '' })).toContain(`M-Pesa needs ${missing} too`)
  },
)

test('an M-Pesa address without credentials is refused rather than quietly simulated', () => {
  expect(complaint({ MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke' })).toContain('use the simulator')
})

test('Safaricom cannot call back to a plain address', () => {
  expect(complaint({ ...daraja, PUBLIC_URL: '' })).toContain('only to a public https address')
  expect(complaint({ ...daraja, PUBLIC_URL: '', MPESA_CALLBACK_URL: 'https://pay.example' })).toBe('')
  expect(complaint({ ...daraja, PUBLIC_URL: '', MPESA_BASE_URL: 'http://127.0.0.1:9000' })).toBe('')
})

test('pictures can be kept in a store that speaks S3', () => {
  expect(
    readConfig({ MEDIA_URL: 's3://key:se%2Fcret@store.example:9000/cars/pictures?tls=off' }).media,
  ).toEqual({
    kind: 's3',
    endpoint: 'http://store.example:9000',
    region: 'us-east-1',
    bucket: 'cars',
    prefix: 'pictures',
    accessKeyId: 'key',
    secretAccessKey: 'se/cret',
  })
  expect(readConfig({ MEDIA_URL: 'file:///srv/pictures' }).media).toEqual({
    kind: 'files',
    folder: '/srv/pictures',
  })
})

test('proxies are trusted by word, by number or by address', () => {
  expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).trustProxy).toEqual(['10.0.0.1', '10.1.0.0/16'])
  expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
  expect(readConfig({ TRUST_PROXY: 'Loopback' }).trustProxy).toBe('loopback')
  expect(readConfig({ TRUST_PROXY: 'private' }).trustProxy).toBe('private')
})

test('a WhatsApp number may be written as people write it', () => {
  for (const written of ['+254 712 345-678', '0712 345 678', '00254712345678'])
    expect(readConfig({ WHATSAPP_NUMBER: written }).whatsappNumber).toBe('254712345678')
})

test('the real environment overrules the .env file', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, '.env'), 'PORT=4000\nPATH=/nowhere\n')
  expect(environment(folder)).toMatchObject({ PORT: '4000', PATH: process.env.PATH })
})
