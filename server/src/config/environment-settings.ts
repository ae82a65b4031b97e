import { isIP } from 'node:net'
import { chatNumber } from '@twende/contract/payments/phone-number.ts'
import * as z from 'zod'
import { DEFAULT_CONNECTIONS } from '../db/database.ts'
import type { TrustProxySetting } from '../http/proxies/trusted-proxies.ts'
import { channelSettings } from '../notifications/channels/registry.ts'
import { providerSettings } from '../payments/providers/registry.ts'
import { tracingSettings } from '../tracing/start-tracing.ts'
import { address, baseAddress, settingWords } from './setting.ts'

const onOff = (what: string) =>
  z.string().transform((text, ctx) => {
    if (['1', 'on', 'true', 'yes'].includes(text.toLowerCase())) return true
    if (['0', 'off', 'false', 'no'].includes(text.toLowerCase())) return false
    ctx.addIssue(`${what} is on or off, not "${text}".`)
    return z.NEVER
  })

const wholeNumber = (name: string, least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `${name} is a whole number from ${least} to ${most}.`)
    .transform(Number)
    .refine(
      (number) => number >= least && number <= most,
      `${name} is a whole number from ${least} to ${most}.`,
    )

const PublicUrl = baseAddress('PUBLIC_URL', 'https://twende.example').refine((text) => {
  const url = URL.parse(text)
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}, 'PUBLIC_URL is only the scheme and host, such as https://twende.example.')

const MediaUrl = z.string().transform((text, ctx) => {
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return { kind: 'files' as const, folder: decodeURIComponent(url.pathname) }
  const [bucket, ...prefix] = url === null ? [] : decodeURIComponent(url.pathname).split('/').filter(Boolean)
  if (url?.protocol === 's3:' && url.hostname && url.username && url.password && bucket) {
    const insecure = url.searchParams.get('tls') === 'off'
    return {
      kind: 's3' as const,
      endpoint: `${insecure ? 'http' : 'https'}://${url.host}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      bucket,
      prefix: prefix.join('/'),
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }
  }
  ctx.addIssue('MEDIA_URL is file:///a/folder or s3://KEY:SECRET@HOST/BUCKET?region=REGION.')
  return z.NEVER
})

/** An address, or an address with a prefix length; a prefix length of 0 would match everybody and is refused. */
function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const TrustProxy = z.string().transform((text, ctx): TrustProxySetting => {
  const word = text.trim().toLowerCase()
  if (['off', 'false', 'no', '0'].includes(word)) return false
  if (word === 'loopback' || word === 'private') return word
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const proxies = text.split(',').map((proxy) => proxy.trim())
  if (proxies.every(isNetwork)) return proxies
  ctx.addIssue(
    'TRUST_PROXY is off, loopback, private, the addresses or networks of the proxies with commas between, or their number.',
  )
  return z.NEVER
})

const databaseUrl = (name: string, user: string) =>
  address(name, ['postgres', 'postgresql'], `postgres://${user}:password@host:5432/twende`)

const WEB3FORMS = 'https://api.web3forms.com/submit'

/** Every setting of the environment, in the order of `docs/settings.md`, which is generated from this. */
export const Settings = z.object({
  PORT: wholeNumber('PORT', 0, 65_535).default(3000).register(settingWords, {
    group: 'first',
    does: 'The port on which Twende answers, from 0 to 65535.',
  }),
  HOST: z.string().default('localhost').register(settingWords, {
    group: 'first',
    does: 'The address on which Twende listens: `localhost` keeps it to this machine, `0.0.0.0` opens it to the network.',
  }),
  PUBLIC_URL: PublicUrl.optional().register(settingWords, {
    group: 'first',
    does: 'The address that people type, without a path; links in mail, previews and payments start with it.',
    otherwise: '`http://localhost:PORT`',
  }),
  TRUST_PROXY: TrustProxy.default(false).register(settingWords, {
    group: 'first',
    does: 'The proxies in front whose `X-Forwarded-For` Twende believes: `off`, `loopback`, `private`, their addresses and networks with commas between, or how many stand in a row, the last of them at a private address.',
  }),
  DATA_DIR: z.string().default('data').register(settingWords, {
    group: 'first',
    does: 'The folder of the embedded database, pictures, mail and generated secrets.',
  }),
  DATABASE_URL: databaseUrl('DATABASE_URL', 'user').optional().register(settingWords, {
    group: 'first',
    does: 'A PostgreSQL of your own, version 15 or later, with `sslmode=verify-full` unless it is at a private address.',
    otherwise: 'the embedded database',
  }),
  TOKEN_SECRET: z
    .string()
    .min(32, 'TOKEN_SECRET has at least 32 characters.')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The secret that signs sessions, of at least 32 characters and the same on every machine.',
      otherwise: 'made at the first start, in `DATA_DIR`',
    }),
  PRIVATE_FILES_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'PRIVATE_FILES_KEY has at least 32 characters; earlier keys follow it, with commas between.',
    )
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The key that encrypts private files, such as rental agreements, of at least 32 characters; earlier keys follow it, with commas between.',
      otherwise: 'required with `DATABASE_URL`, else made at the first start, in `DATA_DIR`',
    }),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL is an email address.').optional().register(settingWords, {
    group: 'first',
    does: 'The email address of the first admin, whom the start makes if there is no such account.',
    otherwise: 'nobody is made',
  }),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'ADMIN_PASSWORD has at least 8 characters.')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The first password of that admin, of at least 8 characters; later it changes nothing.',
      otherwise: 'nobody is made',
    }),
  ...providerSettings,
  ...channelSettings,
  WHATSAPP_NUMBER: z
    .string()
    .transform(chatNumber)
    .refine(
      (digits) => /^[1-9]\d{8,14}$/.test(digits),
      'WHATSAPP_NUMBER is a phone number such as 254712345678.',
    )
    .default('254700000001')
    .register(settingWords, {
      group: 'first',
      does: "The business's WhatsApp number with the code of its country, until an admin changes it.",
    }),
  DEMO: onOff('DEMO').optional().register(settingWords, {
    group: 'first',
    does: 'Whether the start fills an empty database with the demo market: `1` or `0`.',
    otherwise: '`1` with the embedded database and simulated payments, else `0`',
  }),
  WEB3FORMS_ACCESS_KEY: z.string().optional().register(settingWords, {
    group: 'services',
    does: 'The key with which Twende also sends contact messages to Web3Forms; its own inbox always keeps a copy.',
    otherwise: 'they are only in the inbox',
  }),
  ARCHIVE_DIR: z.string().optional().register(settingWords, {
    group: 'services',
    does: 'A folder on another disk, from which `npm run restore -- --to TIME` brings the embedded database back to any moment.',
    otherwise: 'no archive',
  }),
  ARCHIVE_DAYS: wholeNumber('ARCHIVE_DAYS', 1, 3_650).default(7).register(settingWords, {
    group: 'services',
    does: 'How many days that archive goes back, from 1 to 3650.',
  }),
  WORKERS: wholeNumber('WORKERS', 1, 64).default(1).register(settingWords, {
    group: 'large',
    does: 'How many processes answer requests, from 1 to 64.',
  }),
  DRAIN_SECONDS: wholeNumber('DRAIN_SECONDS', 0, 60).default(0).register(settingWords, {
    group: 'large',
    does: 'How many seconds a stopping process still answers after `/api/health/ready` turned to 503, from 0 to 60.',
  }),
  DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL', 'owner').optional().register(settingWords, {
    group: 'large',
    does: 'The database of `DATABASE_URL` with the user who owns its tables; the user of `DATABASE_URL` then only reads and writes rows.',
    otherwise: 'the user of `DATABASE_URL` owns them',
  }),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL', 'user').optional().register(settingWords, {
    group: 'large',
    does: 'The database and user of `DATABASE_URL` without the connection pooler that `DATABASE_URL` names.',
    otherwise: '`DATABASE_URL` names no pooler',
  }),
  DATABASE_CONNECTIONS: wholeNumber('DATABASE_CONNECTIONS', 8, 10_000)
    .default(DEFAULT_CONNECTIONS)
    .register(settingWords, {
      group: 'large',
      does: 'How many connections to the database the processes of this machine open together, from 8 to 10000.',
    }),
  MEDIA_URL: MediaUrl.optional().register(settingWords, {
    group: 'large',
    does: 'Where pictures are kept: `file:///a/folder`, or `s3://KEY:SECRET@HOST/BUCKET?region=REGION` with `&tls=off` for a store without https at a private address.',
    otherwise: 'the folder `media` in `DATA_DIR`',
  }),
  SEARCH_INDEX_FROM: wholeNumber('SEARCH_INDEX_FROM', 1, 1_000_000_000)
    .default(5_000)
    .register(settingWords, {
      group: 'large',
      does: 'From how many public listings on each process searches in an index in its memory, from 1 to 1000000000.',
    }),
  SEARCH_INDEX_MB: wholeNumber('SEARCH_INDEX_MB', 0, 65_536).default(512).register(settingWords, {
    group: 'large',
    does: 'The most memory that this index takes, in MiB, from 0 to 65536; with `0`, or where it needs more, the database answers every search.',
  }),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{24,}$/, 'METRICS_TOKEN has at least 24 characters, without spaces.')
    .optional()
    .register(settingWords, {
      group: 'large',
      does: 'Opens `/metrics` and the staff routes of `/api/docs` to requests with `Authorization: Bearer …`; it has at least 24 characters.',
      otherwise: "only an admin's session token opens them",
    }),
  ...tracingSettings,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL is fatal, error, warn, info, debug, trace or silent.',
    )
    .default('info')
    .register(settingWords, {
      group: 'tests',
      does: 'The least important lines that are logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent` for none.',
    }),
  RATE_LIMIT: onOff('RATE_LIMIT').default(true).register(settingWords, {
    group: 'tests',
    does: 'With `off`, for load tests only, neither requests nor unpaid holds from one network are limited.',
  }),
  PREGENERATE_PICTURES: onOff('PREGENERATE_PICTURES').default(true).register(settingWords, {
    group: 'tests',
    does: 'With `off`, Twende makes each size of a picture at its first request, and none in the background.',
  }),
  WEB3FORMS_URL: baseAddress('WEB3FORMS_URL', WEB3FORMS).default(WEB3FORMS).register(settingWords, {
    group: 'tests',
    does: 'The address to which Twende sends contact messages with `WEB3FORMS_ACCESS_KEY`.',
  }),
})
export type Settings = z.infer<typeof Settings>
