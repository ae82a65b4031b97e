import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, runMarket } from './running-market.ts'

// `npm run build`, then `npx node scripts/bench/refuse-uploads.ts [times]`: how many of the refusals that come before
// their upload has arrived are heard, by fetch, by clients that read late, and behind nginx where it is installed.

const TIMES = Number(process.argv[2] ?? 50)
const MIB = 1024 * 1024
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)

type Upload = { path: string; headers: Record<string, string>; body: Buffer; code: string }

const market = await runMarket()
const proxies: Record<string, number> = {}
const nginx = NGINX === undefined ? undefined : await startNginx(NGINX)
try {
  const token = await market.signUp()
  for (const [name, upload] of Object.entries(uploadsOf(token))) {
    say(`${name}: ${await heard(() => byFetch(market.port, upload))} by fetch`)
    say(`${name}: ${await heard(() => bySocket(upload, 'HTTP/1.1'))} by a client that reads late`)
    say(`${name}: ${await heard(() => bySocket(upload, 'HTTP/1.0'))} by a client of HTTP/1.0`)
    for (const [proxy, port] of Object.entries(proxies))
      say(`${name}: ${await heard(() => byFetch(port, upload))} by fetch through ${proxy}`)
  }
  if (nginx === undefined) say('nginx is not installed: nothing was asked through it.')
} finally {
  nginx?.child.kill('SIGTERM')
  if (nginx) await rm(nginx.folder, { recursive: true, force: true })
  await market.stop()
  await market.remove()
}

function uploadsOf(token: string): Record<string, Upload> {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const head = '--b\r\ncontent-disposition: form-data; name="image1"; filename="a.jpg"\r\n\r\n'
  const form = (bytes: number) =>
    Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n--b--\r\n')])
  const words = Buffer.alloc(8 * MIB, ' ')
  const quote = '/api/booking/quote'
  return {
    '401 to 8 MB of a stranger': {
      path: '/api/sell/update',
      headers: multipart,
      body: form(8 * MIB),
      code: 'not_signed_in',
    },
    '413 to a picture of 12 MB': {
      path: '/api/sell/update',
      headers: { ...multipart, token },
      body: form(12 * MIB),
      code: 'picture_too_large',
    },
    '413 to 8 MB of JSON': {
      path: quote,
      headers: { 'content-type': 'application/json' },
      body: words,
      code: 'too_large',
    },
    '415 to 8 MB of XML': {
      path: quote,
      headers: { 'content-type': 'application/xml' },
      body: words,
      code: 'unsupported_type',
    },
  }
}

async function heard(ask: () => Promise<boolean>): Promise<string> {
  let times = 0
  for (let time = 0; time < TIMES; time += 1) if (await ask().catch(() => false)) times += 1
  return `heard ${times} of ${TIMES}`
}

async function byFetch(port: number, { path, headers, body, code }: Upload): Promise<boolean> {
  const url = `http://127.0.0.1:${port}${path}`
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  return (await answer.json()).code === code
}

/** Writes everything before it reads anything. */
async function bySocket({ path, headers, body, code }: Upload, version: string): Promise<boolean> {
  const socket = connect(market.port, '127.0.0.1').pause()
  let isOver = false
  socket.on('error', () => {})
  socket.once('close', () => {
    isOver = true
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `POST ${path} ${version}\r\nhost: x\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n`,
  )
  let isWritten = false
  socket.write(body, () => {
    isWritten = true
  })
  while (!isWritten && !isOver) await sleep(2)
  await sleep(20)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.resume()
  for (let waited = 0; waited < 500 && !isOver && !text.endsWith('}'); waited += 1) await sleep(10)
  socket.destroy()
  return text.includes(`"code":"${code}"`)
}

/** Three ways in which nginx stands before an application: the usual one, one that passes uploads on as they come, and HTTP/1.0. */
async function startNginx(path: string): Promise<{ child: ChildProcess; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'twende-nginx-'))
  const keep = 'proxy_http_version 1.1; proxy_set_header Connection "";'
  const ways: Record<string, string> = {
    'nginx, HTTP/1.1 keep-alive': keep,
    'nginx, HTTP/1.1 keep-alive, uploads passed on as they come': `${keep} proxy_request_buffering off;`,
    'nginx, HTTP/1.0, uploads passed on as they come': 'proxy_request_buffering off;',
  }
  const servers: string[] = []
  for (const [name, way] of Object.entries(ways)) {
    const port = await freePort()
    proxies[name] = port
    servers.push(`server { listen 127.0.0.1:${port}; location / { proxy_pass http://market; ${way} } }`)
  }
  // Else its workers could not reach a folder of root's.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const config = `${user}daemon off; error_log ${folder}/error.log; pid ${folder}/nginx.pid; worker_processes 1;
events {}
http {
  access_log off; client_max_body_size 100m; client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream market { server 127.0.0.1:${market.port}; keepalive 8; }
  ${servers.join('\n  ')}
}`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(path, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  await sleep(1_000)
  return { child, folder }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
