import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const TOKEN = 'a-token-of-the-monitoring-24-or-more'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => market.close())

async function metricNames(): Promise<Set<string>> {
  await market.app.inject('/api/car/list')
  await market.app.inject('/api/none')
  const { body } = await market.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const typed = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    typed.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

/** Every name with a label selector or a range, in the expressions of a file. */
const namesIn = (text: string) =>
  [...text.matchAll(/\b((?:http|process|nodejs|database)_[a-z0-9_]+)\b/g)].map(([, name = '']) => name)

test.each(['deploy/grafana/twende.json', 'deploy/prometheus/alerts.yaml'])(
  'every metric in %s is one that /metrics prints',
  async (path) => {
    const names = namesIn(readFileSync(path, 'utf8'))
    expect(new Set(names).size).toBeGreaterThan(5)
    const known = await metricNames()
    expect(names.filter((name) => !known.has(name))).toEqual([])
  },
)
