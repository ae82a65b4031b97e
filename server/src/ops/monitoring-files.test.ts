import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const TOKEN = 'a-token-of-the-monitoring-24-or-more'

let market: TestMarket
let site: string
beforeAll(async () => {
  market = await openTestMarket({ env: { METRICS_TOKEN: TOKEN } })
  site = await market.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => market.close())

/** The labels of every metric that /metrics prints, by name. */
async function printedMetrics(): Promise<Map<string, Set<string>>> {
  for (const path of ['/api/car/list', '/api/none']) await (await fetch(site + path)).text()
  const answer = await fetch(`${site}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const body = await answer.text()
  const typed = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const labelsOf = (name: string) =>
    [...body.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))].flatMap(([, labels = '']) =>
      namesOfLabels(labels),
    )
  return new Map(typed.map((name) => [name, new Set(labelsOf(name))]))
}

const namesOfLabels = (text: string) =>
  [...text.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, name = '']) => name)

/** Every metric of the expressions of a file, with the labels by which it is selected. */
const metricsIn = (text: string) =>
  [...text.replaceAll('\\"', '"').matchAll(/\b([a-z][a-z0-9_]*)\{([^{}]*)\}/g)].map(
    ([, name = '', selector = '']) => ({
      name,
      labels: namesOfLabels(selector),
    }),
  )

/** What Prometheus itself adds to what it reads. */
const OF_PROMETHEUS = { name: 'up', labels: ['job', 'instance'] }

test.each([
  'deploy/grafana/twende.json',
  'deploy/prometheus/alerts.yaml',
  'deploy/prometheus/alerts.test.yaml',
])(
  'every metric in %s, and every label by which it is selected, is one that /metrics prints',
  async (path) => {
    const metrics = metricsIn(readFileSync(path, 'utf8'))
    expect(new Set(metrics.map(({ name }) => name)).size).toBeGreaterThan(5)
    const printed = await printedMetrics()
    const unknown = metrics.flatMap(({ name, labels }) => {
      const known = printed.get(name)
      if (!known) return name === OF_PROMETHEUS.name ? [] : [name]
      // Nobody gave up a request in this test, so this one has no line with labels yet.
      if (name === 'http_aborted_requests_total') return []
      return labels
        .filter((label) => !known.has(label) && !OF_PROMETHEUS.labels.includes(label))
        .map((label) => `${name}{${label}}`)
    })
    expect(unknown).toEqual([])
  },
)

test('each alert has a test in which it fires and one in which it does not', () => {
  const alerts = [...readFileSync('deploy/prometheus/alerts.yaml', 'utf8').matchAll(/alert: (\w+)/g)]
  const tests = readFileSync('deploy/prometheus/alerts.test.yaml', 'utf8')
  expect(alerts.length).toBeGreaterThan(5)
  for (const [, name] of alerts) {
    expect(tests).toMatch(new RegExp(`alertname: ${name}\n\\s+exp_alerts:\n\\s+- exp_labels`))
    expect(tests).toContain(`alertname: ${name}, exp_alerts: []`)
  }
})
