import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { parseEnv } from 'node:util'
import type * as z from 'zod'
import { readChannelConfigs } from '../notifications/channels/registry.ts'
import { readProviderConfig } from '../payments/providers/registry.ts'
import { readTracingConfig } from '../tracing/start-tracing.ts'
import { Settings } from './environment-settings.ts'
import { SettingError } from './setting.ts'

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
