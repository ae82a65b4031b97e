import { setTimeout as sleep } from 'node:timers/promises'
import { abortMany, floods } from './floods.ts'
import { runMarket } from './running-market.ts'

// `npm run build`, then `npx node scripts/bench/abort-requests.ts [times]`: what the running program keeps of requests
// whose client leaves before the answer, and whether it stops in order afterwards.

const TIMES = Number(process.argv[2] ?? 5_000)
/** Longer than a refused body is read for at too slow a pace. */
const SETTLE_MS = 8_000
/** Fills what is bounded and kept for ever after: caches of answers and pages, compiled code, the allocator's pools. */
const WARM_UP = Math.min(TIMES, 2_000)

const market = await runMarket({ inspect: true })
try {
  const token = await market.signUp()
  const kinds = floods(token)
  for (const words of Object.values(kinds)) await abortMany(market.port, words, WARM_UP)
  for (const [kind, words] of Object.entries(kinds)) {
    await sleep(SETTLE_MS)
    const before = await market.memory()
    await abortMany(market.port, words, TIMES)
    await sleep(SETTLE_MS)
    const after = await market.memory()
    say(`${TIMES} × ${kind}: heap ${change(before.heap, after.heap)}, RSS ${change(before.rss, after.rss)}`)
  }
  const { code, seconds } = await market.stop()
  say(`SIGTERM: exit code ${code} after ${seconds.toFixed(1)} s`)
} finally {
  await market.remove()
}

function change(before: number, after: number): string {
  return `${before.toFixed(0)} → ${after.toFixed(0)} MiB`
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
