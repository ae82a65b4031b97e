import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../server/src/config/config.ts'
import { Settings } from '../server/src/config/environment-settings.ts'
import { settings, settingsDocument } from '../server/src/config/settings-document.ts'

const names = Object.keys(Settings.shape)

/** What a text says of sizes and lengths, without the name of the setting. */
const limitsIn = (text: string) =>
  [
    ...text.matchAll(/from \d+ to \d+|at (?:least|most) \d+ characters|\d+ to \d+ (?:digits|characters)/g),
  ].map(([limit]) => limit)

describe('docs/settings.md', () => {
  const document = readFileSync('docs/settings.md', 'utf8')

  test('is what npm run settings writes', () => {
    expect(document).toBe(settingsDocument())
  })

  test('has each setting of the schema once', () => {
    const rows = [...document.matchAll(/^\| `([A-Z0-9_]+)` \| .+ \| .+ \|$/gm)].map(([, name]) => name)
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.toSorted()).toEqual(names.toSorted())
  })

  test('says one sentence of each setting', () => {
    expect(settings.map(({ name }) => name)).toEqual(names)
    expect(settings.filter(({ does }) => !/^[A-Z][^|\n]*\.$/.test(does) || /\. [A-Z]/.test(does))).toEqual([])
  })

  test('states the limits that a refusal states', () => {
    const limits = settings.flatMap(({ schema, does }) => {
      const issues = ['x', 'x'.repeat(1_000)].flatMap((text) => schema.safeParse(text).error?.issues ?? [])
      const stated = new Set(issues.flatMap(({ message }) => limitsIn(message)))
      return [...stated].map((limit) => ({ limit, does }))
    })
    expect(limits.length).toBeGreaterThan(15)
    expect(limits.filter(({ limit, does }) => !limitsIn(does).includes(limit))).toEqual([])
  })

  test('shows defaults that, set, change nothing', () => {
    const shown = settings.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
    expect(shown.length).toBeGreaterThan(15)
    expect(readConfig(Object.fromEntries(shown))).toEqual(readConfig({}))
  })
})

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8')

  test('names the settings of the first group', () => {
    const named = [...example.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    const first = settings.filter(({ group }) => group === 'first').map(({ name }) => name)
    expect(first.length).toBeGreaterThan(20)
    expect(named.toSorted()).toEqual(first.toSorted())
  })

  test('works unedited', () => {
    expect(readConfig(parseEnv(example))).toEqual(readConfig({}))
  })
})
