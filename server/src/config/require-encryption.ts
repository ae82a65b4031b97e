import pg from 'pg'
import { channelAddresses } from '../notifications/channels/registry.ts'
import type { Config } from './config.ts'
import { isPrivateHost, type LookUpAddresses, lookUpAddresses } from './private-address.ts'
import { SettingError } from './setting.ts'

type Connections = Pick<Config, 'database' | 'channels' | 'media' | 'payments' | 'web3forms' | 'tracing'>

/**
 * Refuses connections without verified TLS to hosts that are not at private addresses, with a sentence for each that says
 * what to set. Names are looked up once, at the start; one that cannot be found counts as public.
 */
export async function requireEncryption(
  config: Connections,
  look: LookUpAddresses = lookUpAddresses,
): Promise<void> {
  const findings = await Promise.all(
    [...databases(config), ...mail(config), ...stores(config)].map(async ({ host, sentence }) =>
      (await isPrivateHost(host, look)) ? undefined : sentence,
    ),
  )
  const sentences = findings.filter((sentence) => sentence !== undefined)
  if (sentences.length > 0) throw new SettingError(sentences.join('\n'))
}

type Unencrypted = { host: string; sentence: string }

function databases({ database }: Connections): Unencrypted[] {
  if (database.kind !== 'url') return []
  const settings = [
    ['DATABASE_URL', database.url],
    ['DATABASE_OWNER_URL', database.ownerUrl],
    ['DATABASE_DIRECT_URL', database.directUrl],
  ] as const
  return settings.flatMap(([name, url]) => {
    if (url === undefined) return []
    const { host, isVerified } = readDatabaseUrl(name, url)
    // A path is a local socket.
    if (isVerified || host.startsWith('/')) return []
    const sentence = `${name} names ${host}, which has no private address, without verified TLS. Add sslmode=verify-full to it, and sslrootcert=/path/to/ca.crt if its certificate is not from a public authority.`
    return [{ host, sentence }]
  })
}

/** Reads the address as the driver does, including its parameters, defaults and environment variables. */
function readDatabaseUrl(name: string, url: string): { host: string; isVerified: boolean } {
  let client: pg.Client
  try {
    client = new pg.Client({ connectionString: url })
  } catch (error) {
    throw new SettingError(`${name} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
  const tls: unknown = client.ssl
  return { host: client.host, isVerified: tls === true || verifies(tls) }
}

function verifies(tls: unknown): boolean {
  if (typeof tls !== 'object' || tls === null) return false
  if ('rejectUnauthorized' in tls && tls.rejectUnauthorized === false) return false
  // The driver sets one that accepts every name.
  return !('checkServerIdentity' in tls)
}

/** The only options of an SMTP address that do not affect encryption. */
const HARMLESS_OPTION = /^(name|pool|max\w+|\w+Timeout)$/

/** With smtp://, the mailer itself requires STARTTLS for hosts without a private address. */
function mail({
  channels: {
    mail: { kind, ...sent },
  },
}: Connections): Unencrypted[] {
  if (kind !== 'smtp' || !('url' in sent)) return []
  const { hostname: host, searchParams } = new URL(sent.url)
  const options = [...searchParams.keys()].filter((name) => !HARMLESS_OPTION.test(name))
  if (options.length === 0) return []
  const sentence = `SMTP_URL names ${host}, which has no private address: leave out ${options.join(', ')}, so that mail goes there over verified TLS only.`
  return [{ host, sentence }]
}

function stores({ media, payments, web3forms, channels, tracing }: Connections): Unencrypted[] {
  const addresses = [
    ['MEDIA_URL', media.kind === 's3' ? media.endpoint : undefined, 'leave out tls=off'],
    ...[
      ...payments.addresses,
      { setting: 'WEB3FORMS_URL', url: web3forms.url },
      ...channelAddresses(channels),
      ...(tracing ? [{ setting: 'OTEL_EXPORTER_OTLP_ENDPOINT', url: tracing.endpoint }] : []),
    ].map(({ setting, url }) => [setting, url, 'write https:// before it'] as const),
  ] as const
  return addresses.flatMap(([name, address, advice]) => {
    if (!address?.startsWith('http:')) return []
    const { hostname: host } = new URL(address)
    return [{ host, sentence: `${name} names ${host}, which has no private address: ${advice}.` }]
  })
}
