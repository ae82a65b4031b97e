import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { memorySettings } from '../scripts/memory-settings.mjs'

type Instruction = { name: string; value: string }

/** The instructions of each stage, without comments and with continued lines joined. */
const stages = readFileSync('deploy/Containerfile', 'utf8')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .reduce<Instruction[][]>((found, line) => {
    const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') found.push([])
    found.at(-1)?.push({ name, value: value.replace(/\s+/g, ' ').trim() })
    return found
  }, [])
const all = stages.flat()
const shipped = stages.at(-1) ?? []
const valuesOf = (instructions: readonly Instruction[], name: string) =>
  instructions.filter((each) => each.name === name).map(({ value }) => value)

const compose = readFileSync('deploy/compose.yaml', 'utf8')
const unit = readFileSync('deploy/twende.service', 'utf8')

/** Files of the project that the running program opens, up to the first part that is only known then. */
const opened = globSync('server/src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/projectPath\(['`]([^'`$]+)/g)])
  .map(([, path = '']) => path)

test('every file that the program opens is in the container image', () => {
  const copied = valuesOf(shipped, 'COPY').map(
    (value) => /--from=build \/opt\/twende\/(\S+)/.exec(value)?.[1],
  )
  expect(opened.length).toBeGreaterThan(5)
  expect(
    opened.filter((path) => !copied.some((folder) => path === folder || path.startsWith(`${folder}/`))),
  ).toEqual([])
})

describe('the Containerfile', () => {
  test('names the release of each base', () => {
    expect(stages.length).toBeGreaterThan(1)
    for (const base of valuesOf(all, 'FROM')) expect(base).toMatch(/^[a-z]+:(\d+-)?bookworm-slim( AS \w+)?$/)
  })

  test('runs the program as a user without rights, by number, so that an orchestrator can tell that it is not root', () => {
    const order = shipped.map(({ name }) => name)
    expect(valuesOf(shipped, 'USER')).toEqual(['10001:10001'])
    expect(order.indexOf('USER')).toBeGreaterThan(
      Math.max(order.lastIndexOf('RUN'), order.lastIndexOf('COPY')),
    )
    expect(valuesOf(shipped, 'COPY').filter((value) => /--ch(own|mod)/.test(value))).toEqual([])
  })

  test('starts the program and asks for its health without a shell', () => {
    const started = [
      ...valuesOf(shipped, 'ENTRYPOINT'),
      ...valuesOf(shipped, 'HEALTHCHECK').map((value) => value.replace(/^.* CMD /, '')),
    ]
    expect(started).toHaveLength(2)
    for (const command of started) expect(JSON.parse(command)[0]).toBe('node_modules/node/bin/node')
    expect(valuesOf(shipped, 'STOPSIGNAL')).toEqual(['SIGTERM'])
  })

  test('holds no secret, fetches nothing but the packages of the lock file, and works in named folders', () => {
    const settings = all.filter(({ name }) => name === 'ENV' || name === 'ARG').map(({ value }) => value)
    expect(settings.filter((value) => /SECRET|PASSWORD|TOKEN|_KEY|_URL/.test(value))).toEqual([])
    expect(valuesOf(all, 'ADD')).toEqual([])
    const steps = valuesOf(all, 'RUN').join('\n')
    expect(steps).toContain('npm ci')
    expect(steps).not.toMatch(
      /curl|wget|sudo|npm (install|i) |npx|apt-get (?!install .*--no-install-recommends)|chmod/,
    )
    for (const folder of valuesOf(all, 'WORKDIR')) expect(folder).toMatch(/^\//)
  })

  test('installs by the lock file before the sources are copied', () => {
    const build = stages[0] ?? []
    const at = (value: string) => build.findIndex((each) => each.value === value)
    expect(at('npm ci')).toBeGreaterThan(0)
    expect(at('. .')).toBeGreaterThan(at('npm ci'))
    const workspaces: string[] = JSON.parse(readFileSync('package.json', 'utf8')).workspaces
    for (const workspace of workspaces)
      expect(at(`${workspace}/package.json ${workspace}/`)).toBeGreaterThan(0)
  })
})

test('nothing that Git ignores, and no settings of an installation, are sent to the build', () => {
  const lines = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/^\*\*\//, '').replace(/\/$/, ''))
  const ignored = lines('.dockerignore')
  expect(ignored).toContain('.git')
  expect(lines('.gitignore').length).toBeGreaterThan(10)
  expect(lines('.gitignore').filter((line) => !ignored.includes(line))).toEqual([])
  const secrets = [...compose.matchAll(/(?:env_file: \[|file: \.\/)([^\]\s}]+)/g)].map(([, path]) => path)
  expect(secrets).toEqual(['twende.env', 'database-password.txt'])
  expect(ignored).toEqual(expect.arrayContaining(['deploy/*.env', 'deploy/database-password.txt']))
})

test('the image and the unit have the settings of memory that npm start has', () => {
  const settings = Object.entries(memorySettings)
  expect(settings.length).toBeGreaterThan(3)
  const [image = ''] = valuesOf(shipped, 'ENV')
  for (const [name, value] of settings) {
    const hasSpace = value.includes(' ')
    expect(` ${image} `).toContain(hasSpace ? ` ${name}="${value}" ` : ` ${name}=${value} `)
    expect(unit).toMatch(
      hasSpace ? `Environment="${name}=${value}"\n` : new RegExp(`[= ]${name}=${value}\\s`),
    )
  }
})

test('the check of health in compose.yaml is that of the image, which images of the format OCI do not keep', () => {
  const [check = ''] = valuesOf(shipped, 'HEALTHCHECK')
  const [, options = '', command = ''] = /^(.*) CMD (\[.*\])$/.exec(check) ?? []
  const service = compose.slice(compose.indexOf('\n  twende:'))
  const [program, ...args] = JSON.parse(command)
  expect(args).toEqual(['-e', expect.any(String)])
  expect(JSON.parse(/test: (\[.*\])/.exec(service)?.[1] ?? '[]')).toEqual([
    'CMD-SHELL',
    `${program} -e "${args[1]}"`,
  ])
  for (const [, name = '', value = ''] of options.matchAll(/--([a-z-]+)=(\S+)/g))
    expect(service).toContain(`${name.replace('-', '_')}: ${value}`)
})

test('a stop waits as long as the program may need: its drain and 30 seconds', () => {
  const longest = 30 + Number(/DRAIN_SECONDS=(\d+)/.exec(valuesOf(shipped, 'ENV')[0] ?? '')?.[1])
  const service = compose.slice(compose.indexOf('\n  twende:'))
  expect(Number(/stop_grace_period: (\d+)s/.exec(service)?.[1])).toBeGreaterThan(longest)
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(longest)
})
