// Prints every route: who may call it, the file that handles it and the files of the use cases it calls.
// `npm run routes`, or `npm run routes -- booking` for the routes whose line contains a word.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { RouteSpec } from '../contract/src/http/route.ts'
import { routes } from '../contract/src/routes.ts'

const source = join(import.meta.dirname, '..', 'server', 'src')
const word = process.argv[2] ?? ''

const handlers = new Map<string, { file: string; useCases: string[] }>()
for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('-handlers.ts')) continue
  const text = readFileSync(join(source, path), 'utf8')
  const importedFrom = imports(text, path)
  // A route that is bound in another way, as in a loop, is at least named.
  for (const [, name = ''] of text.matchAll(/'((?:GET|POST|PUT|DELETE) \/api\/[^']+)'/g))
    if (!handlers.has(name)) handlers.set(name, { file: path, useCases: [] })
  for (const part of text.split(/\bserve\(\s*\w+,\s*deps,\s*/).slice(1)) {
    const name = /^'([^']+)'/.exec(part)?.[1]
    if (name === undefined) continue
    const body = part.split(/\n(?:export )?(?:async )?function /)[0] ?? ''
    const called = [...body.matchAll(/\b(\w+)\(/g)].flatMap(
      ([, called = '']) => importedFrom.get(called) ?? [],
    )
    handlers.set(name, { file: path, useCases: [...new Set(called)] })
  }
}

for (const [name, spec] of Object.entries<RouteSpec>(routes)) {
  const { file = 'no handler found', useCases = [] } = handlers.get(name) ?? {}
  const line = `${name.padEnd(64)} ${spec.access.padEnd(7)} ${file.padEnd(44)} ${useCases.join(', ')}`
  if (line.toLowerCase().includes(word.toLowerCase())) console.log(line.trimEnd())
}

/** The server's files by the names of the functions imported from them; those of `http/` and `ops/` serve every route. */
function imports(text: string, path: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, names = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '(\.[^']+)'/g)) {
    const file = normalize(join(dirname(path), from))
    if (/^(http|ops)\b/.test(file)) continue
    for (const name of names.split(',')) found.set(name.trim(), file)
  }
  return found
}
