import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve, sep } from 'node:path'
import { parseEnv } from 'node:util'
import * as z from 'zod'
import { DEFAULT_CONNECTIONS } from '../db/database.ts'
import type { TrustProxySetting } from '../http/proxies/trusted-proxies.ts'
import { channelSettings, readChannelConfigs } from '../notifications/channels/registry.ts'
import { providerSettings, readProviderConfig } from '../payments/providers/registry.ts'
import { readTracingConfig, tracingSettings } from '../tracing/start-tracing.ts'
import { address, baseAddress, SettingError } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>
export type Config = ReturnType<typeof readConfig>
export type MediaConfig = Config['media']

/** The settings of this process: those of `.env` in the project folder, overridden by environment variables. */
export function environment(folder = process.cwd()): Environment {
  const path = join(folder, '.env')
  return { ...(existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}), ...process.env }
}

/** Reads every setting, or throws one `SettingError` with a sentence for each invalid one. */
export function readConfig(env: Environment) {
  const parsed = Settings.safeParse(withoutBlanks(env))
  if (!parsed.success) throw new SettingError(sentences(parsed.error))
  const set = parsed.data
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const)
    if (set[name] !== undefined && set.DATABASE_URL === undefined)
      throw new SettingError(`${name} goes with DATABASE_URL: set both, or neither.`)
  if (set.DATABASE_URL !== undefined && set.PRIVATE_FILES_KEY === undefined)
    throw new SettingError(
      'PRIVATE_FILES_KEY goes with DATABASE_URL: at least 32 characters, the same on every machine; a market that ran on the embedded database has its key in DATA_DIR/private-files-key.',
    )
  const dataDir = resolve(set.DATA_DIR)
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`
  const payments = readProviderConfig(set, publicUrl)
  const config = {
    port: set.PORT,
    host: set.HOST,
    publicUrl,
    dataDir,
    database:
      set.DATABASE_URL === undefined
        ? { kind: 'embedded' as const }
        : {
            kind: 'url' as const,
            url: set.DATABASE_URL,
            ownerUrl: set.DATABASE_OWNER_URL,
            directUrl: set.DATABASE_DIRECT_URL,
          },
    archive: archive(set, dataDir),
    databaseConnections: set.DATABASE_CONNECTIONS,
    workers: set.WORKERS,
    drainSeconds: set.DRAIN_SECONDS,
    // Not by default with real payments, because the demo's cars do not exist.
    demo: set.DEMO ?? (set.DATABASE_URL === undefined && payments.isSimulated),
    tokenSecret: set.TOKEN_SECRET,
    firstAdmin: firstAdmin(set),
    channels: readChannelConfigs(set, publicUrl),
    payments,
    media: set.MEDIA_URL ?? { kind: 'files' as const, folder: join(dataDir, 'media') },
    privateMedia: privatePlace(set.MEDIA_URL, dataDir),
    privateFilesKeys: set.PRIVATE_FILES_KEY,
    web3forms: { url: set.WEB3FORMS_URL, accessKey: set.WEB3FORMS_ACCESS_KEY },
    whatsappNumber: set.WHATSAPP_NUMBER,
    rateLimit: set.RATE_LIMIT,
    pregeneratePictures: set.PREGENERATE_PICTURES,
    trustProxy: set.TRUST_PROXY,
    searchIndex: { fromListings: set.SEARCH_INDEX_FROM, maxBytes: set.SEARCH_INDEX_MB * 2 ** 20 },
    metricsToken: set.METRICS_TOKEN,
    tracing: readTracingConfig(set),
    logLevel: set.LOG_LEVEL,
  } as const
  return config
}

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
const DatabaseUrl = databaseUrl('DATABASE_URL', 'user')
/** The owner of the tables, who may change them; `DATABASE_URL` then names a user who only reads and writes rows. */
const DatabaseOwnerUrl = databaseUrl('DATABASE_OWNER_URL', 'owner')
/** Reaches the database of `DATABASE_URL` without the connection pooler in between. */
const DatabaseDirectUrl = databaseUrl('DATABASE_DIRECT_URL', 'user')
const Email = z.email('ADMIN_EMAIL is an email address.')

const Settings = z.object({
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: PublicUrl.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_OWNER_URL: DatabaseOwnerUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseDirectUrl.optional(),
  ARCHIVE_DIR: z.string().optional(),
  ARCHIVE_DAYS: wholeNumber('ARCHIVE_DAYS', 1, 3_650).default(7),
  DATABASE_CONNECTIONS: wholeNumber('DATABASE_CONNECTIONS', 8, 10_000).default(DEFAULT_CONNECTIONS),
  WORKERS: wholeNumber('WORKERS', 1, 64).default(1),
  DRAIN_SECONDS: wholeNumber('DRAIN_SECONDS', 0, 60).default(0),
  DEMO: onOff('DEMO').optional(),
  TOKEN_SECRET: z.string().min(32, 'TOKEN_SECRET has at least 32 characters.').optional(),
  ADMIN_EMAIL: Email.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'ADMIN_PASSWORD has at least 8 characters.').optional(),
  ...channelSettings,
  ...providerSettings,
  MEDIA_URL: MediaUrl.optional(),
  PRIVATE_FILES_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'PRIVATE_FILES_KEY has at least 32 characters; earlier keys follow it, with commas between.',
    )
    .optional(),
  WEB3FORMS_ACCESS_KEY: z.string().optional(),
  WEB3FORMS_URL: baseAddress('WEB3FORMS_URL', 'https://api.web3forms.com/submit').default(
    'https://api.web3forms.com/submit',
  ),
  WHATSAPP_NUMBER: z
    .string()
    .transform((text) => text.replace(/[\s+()-]/g, ''))
    .refine(
      (digits) => /^[1-9]\d{8,14}$/.test(digits),
      'WHATSAPP_NUMBER is a phone number such as 254712345678.',
    )
    .default('254700000001'),
  RATE_LIMIT: onOff('RATE_LIMIT').default(true),
  PREGENERATE_PICTURES: onOff('PREGENERATE_PICTURES').default(true),
  TRUST_PROXY: TrustProxy.default(false),
  SEARCH_INDEX_FROM: wholeNumber('SEARCH_INDEX_FROM', 1, 1_000_000_000).default(5_000),
  SEARCH_INDEX_MB: wholeNumber('SEARCH_INDEX_MB', 0, 65_536).default(512),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{24,}$/, 'METRICS_TOKEN has at least 24 characters, without spaces.')
    .optional(),
  ...tracingSettings,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL is fatal, error, warn, info, debug, trace or silent.',
    )
    .default('info'),
})
type Settings = z.infer<typeof Settings>

function firstAdmin(set: Settings): { email: string; password: string } | undefined {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = set
  if (email !== undefined && password !== undefined) return { email, password }
  if (email === undefined && password === undefined) return undefined
  throw new SettingError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
}

/** Beside the pictures, in a folder or under a prefix of its own. */
function privatePlace(media: Settings['MEDIA_URL'], dataDir: string): NonNullable<Settings['MEDIA_URL']> {
  if (media?.kind === 's3') return { ...media, prefix: [media.prefix, 'private'].filter(Boolean).join('/') }
  return { kind: 'files', folder: join(media?.folder ?? dataDir, 'private') }
}

/** Where the log of the embedded database is archived, and for how many days. */
function archive(set: Settings, dataDir: string): { folder: string; days: number } | undefined {
  if (set.ARCHIVE_DIR === undefined) return undefined
  if (set.DATABASE_URL !== undefined)
    throw new SettingError(
      'ARCHIVE_DIR is for the embedded database: archive the one at DATABASE_URL with its own tools.',
    )
  const folder = resolve(set.ARCHIVE_DIR)
  if (folder === dataDir || folder.startsWith(`${dataDir}${sep}`))
    throw new SettingError('ARCHIVE_DIR is not in DATA_DIR: name a folder on another disk or machine.')
  return { folder, days: set.ARCHIVE_DAYS }
}

function withoutBlanks(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

function sentences(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message).join('\n')
}
