import type * as z from 'zod'
import { Settings } from './environment-settings.ts'
import { settingGroups, settingWords } from './setting.ts'

const HEAD = `# Settings

<!-- Written by scripts/generate-settings.ts from the schema of the settings; do not edit. -->

Twende reads its settings once, at the start, from the environment or from a file \`.env\` in the project folder. The
environment overrules the file. All settings are optional, except \`PRIVATE_FILES_KEY\` where \`DATABASE_URL\` is set. A bad one
stops the start with a sentence that says what to do. \`.env.example\` names the settings of the first group: copy it.
`

/** Each setting in the environment, in the order of the schema. */
export const settings = Object.entries<z.ZodType>(Settings.shape).map(([name, schema]) => {
  const words = settingWords.get(schema)
  if (!words) throw new Error(`${name} has no words for docs/settings.md`)
  return { ...words, name, schema, value: defaultValue(schema) }
})

type Setting = (typeof settings)[number]

/** The text that sets what the schema has as the default; undefined where it has none. */
function defaultValue(schema: z.ZodType): string | undefined {
  const value = schema.parse(undefined)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The text of `docs/settings.md`. */
export function settingsDocument(): string {
  const parts = Object.entries(settingGroups).map(([group, title]) => {
    const rows = settings.filter((setting) => setting.group === group).map(row)
    return ['', `## ${title}`, '', '| Setting | What it does | Default |', '|---|---|---|', ...rows, ''].join(
      '\n',
    )
  })
  return HEAD + parts.join('')
}

function row({ name, does, value, otherwise }: Setting): string {
  const shown = value === undefined ? otherwise : `\`${value}\``
  if (shown === undefined) throw new Error(`${name} says nothing of what holds without it`)
  return `| \`${name}\` | ${does} | ${shown} |`
}
