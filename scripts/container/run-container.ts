import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root as project } from '../project.mjs'
import { tryCompose } from './compose.ts'
import { buildImage, makeBaseImages, startImage } from './image.ts'
import { configurePodman, expectThat, requireTools, run } from './tools.ts'
import { tryUnit } from './unit.ts'

const RULES = 'deploy/prometheus/alerts.yaml'
const TESTS = 'deploy/prometheus/alerts.test.yaml'

const PARTS = {
  rules: async () => {
    requireTools(['promtool'])
    return await checkRules()
  },
  image: async () => {
    requireTools(['debootstrap', 'buildah', 'podman', 'runc', 'curl'])
    await configurePodman()
    await makeBaseImages()
    return await buildImage()
  },
  start: async () => {
    await configurePodman()
    await makeBaseImages()
    return await startImage()
  },
  compose: async () => {
    requireTools(['podman', 'podman-compose', 'runc', 'catatonit', 'aardvark-dns', 'curl'])
    await configurePodman()
    return await tryCompose()
  },
  unit: async () => {
    requireTools(['debootstrap', 'systemd-nspawn', 'systemd-analyze', 'curl'])
    return await tryUnit()
  },
}

const chosen = process.argv.slice(2)
for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}`)
  for (const [what, value] of Object.entries(await part())) console.log(`  ${what}: ${value}`)
}

/** Reads the alert rules and carries out their tests by Prometheus's own tool. */
async function checkRules(): Promise<Record<string, unknown>> {
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
