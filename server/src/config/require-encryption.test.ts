import { writeFile } from 'node:fs/promises'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase, openPool } from '../db/database.ts'
import { openMail } from '../notifications/channels/mail.ts'
import { startLogger } from '../start/start-logger.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { ownCertificate } from '../testing/own-certificate.ts'
import { type Environment, readConfig } from './config.ts'
import { requireEncryption } from './require-encryption.ts'
import { SettingError } from './setting.ts'

const names: Record<string, string[]> = {
  'db.example': ['203.0.113.5'],
  'mail.example': ['203.0.113.6', '2001:db8::6'],
  'store.example': ['203.0.113.7'],
  'both.example': ['10.0.0.5', '203.0.113.5'],
  database: ['172.18.0.2'],
  'inside.example': ['10.4.4.4', 'fd00::4'],
}

async function look(host: string): Promise<string[]> {
  const addresses = names[host]
  if (!addresses) throw new Error('ENOTFOUND')
  return addresses
}

async function complaint(env: Environment): Promise<string> {
  try {
    await requireEncryption(readConfig(env), look)
    return ''
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
}

const database = (rest: string) => ({
  DATABASE_URL: `postgres://twende:secret@${rest}`,
  PRIVATE_FILES_KEY: 'k'.repeat(32),
})
const daraja = {
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  PUBLIC_URL: 'https://twende.example',
}

describe('without verified TLS', () => {
  test.each([
    [database('db.example/twende')],
    [database('203.0.113.5:6432/twende')],
    [database('[2001:db8::5]/twende')],
    [database('both.example/twende')],
    [database('nowhere.example/twende')],
    [database('db.example/twende?sslmode=disable')],
    [database('db.example/twende?sslmode=no-verify')],
    [database('db.example/twende?sslmode=require&uselibpqcompat=true')],
    [database('db.example/twende?sslmode=verify-full&sslmode=disable')],
    [database('database/twende?host=db.example')],
    [{ ...database('database/twende'), DATABASE_OWNER_URL: 'postgres://owner:secret@db.example/twende' }],
  ])('%j is refused with what to set', async (env) => {
    const sentence = await complaint(env)
    expect(sentence).toMatch(/^DATABASE_(OWNER_)?URL names \S+, which has no private address/)
    expect(sentence).toContain('sslmode=verify-full')
    expect(sentence).not.toContain('secret')
  })

  test.each([
    [{ SMTP_URL: 'smtp://me:secret@mail.example?ignoreTLS=true' }, 'leave out ignoreTLS'],
    [{ SMTP_URL: 'smtp://me:secret@mail.example?requireTLS=false' }, 'leave out requireTLS'],
    [{ SMTP_URL: 'smtps://me:secret@mail.example?tls.rejectUnauthorized=false' }, 'tls.rejectUnauthorized'],
    [{ SMTP_URL: 'smtps://me:secret@mail.example?secure=false' }, 'leave out secure'],
    [
      {
        AFRICASTALKING_USERNAME: 'u',
        AFRICASTALKING_API_KEY: 'secret',
        AFRICASTALKING_URL: 'http://sms.example',
      },
      'AFRICASTALKING_URL names sms.example, which has no private address: write https:// before it.',
    ],
    [{ MEDIA_URL: 's3://key:secret@store.example/cars?tls=off' }, 'MEDIA_URL names store.example'],
    [{ ...daraja, MPESA_BASE_URL: 'http://store.example' }, 'MPESA_BASE_URL names store.example'],
    [{ WEB3FORMS_URL: 'http://store.example/submit' }, 'WEB3FORMS_URL names store.example'],
  ])('%j is refused', async (env, words) => {
    expect(await complaint(env)).toContain(words)
    expect(await complaint(env)).not.toContain('secret')
  })

  test('each of several gets its sentence', async () => {
    const env = { ...database('db.example/twende'), MEDIA_URL: 's3://key:secret@store.example/cars?tls=off' }
    expect((await complaint(env)).split('\n')).toHaveLength(2)
  })
})

test.each([
  [{}],
  [database('localhost/twende')],
  [database('database:5432/twende')],
  [database('inside.example/twende')],
  [database('192.168.3.4/twende?sslmode=disable')],
  [database('[fd00::4]/twende')],
  [database('%2Fvar%2Frun%2Fpostgresql/twende')],
  [database('db.example/twende?sslmode=verify-full')],
  [database('db.example/twende?ssl=true')],
  [{ SMTP_URL: 'smtp://me:secret@mail.example:587' }],
  [{ SMTP_URL: 'smtps://me:secret@mail.example?name=twende.example' }],
  [{ SMTP_URL: 'smtp://database?ignoreTLS=true' }],
  [{ MEDIA_URL: 's3://key:secret@store.example/cars' }],
  [{ MEDIA_URL: 's3://key:secret@127.0.0.1:9000/cars?tls=off' }],
  [{ ...daraja, MPESA_BASE_URL: 'http://127.0.0.1:9000' }],
])('%j is encrypted, or stays in a private network', async (env) => {
  names.localhost = ['127.0.0.1', '::1']
  expect(await complaint(env)).toBe('')
})

test('a database address that cannot be read is refused without its password', async () => {
  const sentence = await complaint(
    database('db.example/twende?sslmode=verify-full&sslrootcert=/no/such/ca.crt'),
  )
  expect(sentence).toMatch(/^DATABASE_URL cannot be read: .*\/no\/such\/ca\.crt/)
  expect(sentence).not.toContain('secret')
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe('mail over smtp://', () => {
  async function deliver(options: { tls?: typeof ownCertificate; addresses: string[] }) {
    const commands: string[] = []
    const server = new SMTPServer({
      ...options.tls,
      disabledCommands: options.tls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
      logger: false,
      onMailFrom: (_address, _session, done) => {
        commands.push('MAIL FROM')
        done()
      },
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const listening = server.server.address()
    const port = typeof listening === 'object' ? listening?.port : undefined
    const config = readConfig({ SMTP_URL: `smtp://localhost:${port}` })
    const { channels, publicUrl, dataDir } = config
    const look = async () => options.addresses
    const mail = openMail({ config: channels.mail, publicUrl, dataDir, logger: startLogger('silent'), look })
    const text = { subject: 's', greeting: 'Hello,', paragraphs: ['b'] }
    const message = { idempotencyKey: 'a', kind: 'test', recipient: 'a@example.com', text }
    const error = await mail.send({ ...message, createdAt: new Date() }).then(
      () => undefined,
      (failure: Error) => failure.message,
    )
    return { error, commands }
  }

  test('is sent in the clear to a server at a private address only', async () => {
    expect(await deliver({ addresses: ['127.0.0.1'] })).toEqual({ error: undefined, commands: ['MAIL FROM'] })
    const refused = await deliver({ addresses: ['203.0.113.6'] })
    expect(refused.error).toMatch(/STARTTLS/)
    expect(refused.commands).toEqual([])
  })

  test('is not sent to a server whose certificate cannot be verified', async () => {
    const refused = await deliver({ addresses: ['203.0.113.6'], tls: ownCertificate })
    expect(refused.error).toMatch(/self-signed certificate/)
    expect(refused.commands).toEqual([])
  })
})

describe('PostgreSQL with sslmode=verify-full', () => {
  /** Speaks as far as the start-up message, which is the first thing that holds the user's name. */
  async function databaseServer(tls: typeof ownCertificate | undefined) {
    const sockets = new Set<Socket>()
    const startUps: string[] = []
    const server = createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(tls ? 'S' : 'N')
        if (!tls) return
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) })
        secure.on('error', () => {})
        secure.once('data', (bytes) => {
          startUps.push(bytes.toString('latin1'))
          secure.destroy()
        })
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    const listening = server.address()
    return { port: typeof listening === 'object' ? listening?.port : undefined, startUps }
  }

  async function connectTo(port: number | undefined, parameters: string): Promise<string> {
    const url = `postgres://twende:secret@localhost:${port}/twende?${parameters}`
    const db = openDatabase(openPool({ connectionString: url }, { max: 1 }))
    const error = await db
      .selectFrom('accounts')
      .select('id')
      .execute()
      .then(
        () => '',
        (failure: Error) => failure.message,
      )
    await db.destroy()
    return error
  }

  test('is not spoken with a server that has no TLS, or a certificate that cannot be verified', async () => {
    const plain = await databaseServer(undefined)
    expect(await connectTo(plain.port, 'sslmode=verify-full')).toMatch(/does not support SSL/)
    const encrypted = await databaseServer(ownCertificate)
    expect(await connectTo(encrypted.port, 'sslmode=verify-full')).toMatch(/self-signed certificate/)
    expect(encrypted.startUps).toEqual([])
    const authority = join(await dataFolder(), 'ca.crt')
    await writeFile(authority, ownCertificate.cert)
    const trusting = `sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
    await connectTo(encrypted.port, trusting)
    expect(encrypted.startUps.join()).toContain('twende')
  })
})
