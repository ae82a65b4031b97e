import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root as project } from '../project.mjs'
import { expectThat, run } from './tools.ts'

const RULES = 'deploy/prometheus/alerts.yaml'
const TESTS = 'deploy/prometheus/alerts.test.yaml'

/** Reads the alert rules and carries out their tests by Prometheus's own tool. */
export async function checkRules(): Promise<Record<string, unknown>> {
  const cwd = project
  const found = await run('promtool', ['check', 'rules', RULES], { cwd })
  const config = await run(
    'promtool',
    ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yaml'],
    { cwd },
  )
  const tested = await run('promtool', ['test', 'rules', TESTS], { cwd })
  expectThat(!/FAILED/.test(found + config + tested), found + config + tested)
  const count = (file: string, word: RegExp) =>
    readFileSync(join(project, file), 'utf8').match(word)?.length ?? 0
  return {
    'rules read': /(\d+) rules found/.exec(found)?.[1],
    'states of alerts compared': count(TESTS, /eval_time:/g),
  }
}
