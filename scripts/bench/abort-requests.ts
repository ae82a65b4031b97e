import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PREGENERATED_ROUNDS } from '../../server/src/media/picture-tasks.ts'
import { untilPicturesAreDrawn } from './measure-buying.ts'
import { runMarket } from './running-market.ts'

// `npm run build`, then `npx node scripts/bench/abort-requests.ts [times]`: what the running program keeps of requests
// whose client leaves before the answer, and whether it stops in order afterwards.

const TIMES = Number(process.argv[2] ?? 5_000)
const AT_ONCE = 20
/** Longer than a refused body is read for at too slow a pace. */
const SETTLE_MS = 8_000
/** Fills what is bounded and kept for ever after: caches of answers and pages, compiled code, the allocator's pools. */
const WARM_UP = Math.min(TIMES, 2_000)

const market = await runMarket()
try {
  await untilPicturesAreDrawn(market.dataDir, PREGENERATED_ROUNDS.length)
  const token = await market.signUp()
  const kinds: Record<string, (number: number) => string> = {
    'JSON body of 240 kB': () => quote('x'.repeat(240_000)),
    'half a multipart upload': () => halfAnUpload(token),
    page: (number) => `GET /buy?minPrice=${number % 300} HTTP/1.1\r\nhost: x\r\n\r\n`,
    list: (number) => `GET /api/sell/list?page=1&minPrice=${number} HTTP/1.1\r\nhost: x\r\n\r\n`,
  }
  for (const words of Object.values(kinds)) await abortMany(words, WARM_UP)
  for (const [kind, words] of Object.entries(kinds)) {
    await sleep(SETTLE_MS)
    const before = await market.memory()
    await abortMany(words, TIMES)
    await sleep(SETTLE_MS)
    const after = await market.memory()
    say(`${TIMES} × ${kind}: heap ${change(before.heap, after.heap)}, RSS ${change(before.rss, after.rss)}`)
  }
  const { code, seconds } = await market.stop()
  say(`SIGTERM: exit code ${code} after ${seconds.toFixed(1)} s`)
} finally {
  await market.remove()
}

async function abortMany(words: (number: number) => string, times: number): Promise<void> {
  let started = 0
  const one = async () => {
    while (started < times) {
      started += 1
      await abort(words(started), Math.random() * 8)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** Hangs up some milliseconds after the last byte was handed over. */
async function abort(words: string, afterMs: number): Promise<void> {
  const socket = connect(market.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.write(words, resolve))
  await sleep(afterMs)
  socket.resetAndDestroy()
  await closed
}

function quote(more: string): string {
  const wish = {
    carId: '019a0000-0000-7000-8000-000000000000',
    startDate: '2030-01-01',
    endDate: '2030-01-03',
  }
  const body = JSON.stringify({ ...wish, more })
  const head = 'POST /api/booking/quote HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  return `${head}content-length: ${body.length}\r\n\r\n${body}`
}

function halfAnUpload(token: string): string {
  return (
    'POST /api/sell/update HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `token: ${token}\r\ncontent-length: 400000\r\n\r\n--b\r\ncontent-disposition: form-data; name="image1"; ` +
    `filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n${'x'.repeat(200_000)}`
  )
}

function change(before: number, after: number): string {
  return `${before.toFixed(0)} → ${after.toFixed(0)} MiB`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
