import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Reads the code as text: who imports whom, who writes which table, how long files are. */

type Source = { path: string; text: string; imports: string[] }

const isTest = (path: string) => /\.(test|e2e)\.tsx?$|\/testing\/|^tests\/|^e2e\//.test(path)
const sources = listFiles()
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(path))
  .map(readSource)
const product = sources.filter(({ path }) => !isTest(path))

function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n').filter(Boolean))]
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const statements = [
    ...text.matchAll(/(?:\b(import|export)\s+([\w\s{},*$]*?)\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g),
  ]
  const imports = statements.map(([, , , specifier = '']) => resolve(path, specifier))
  return { path, text, imports }
}

/** Our own files become project paths (`contract/src/...`); packages keep their names. */
function resolve(from: string, specifier: string): string {
  const workspace = specifier.match(/^@twende\/(\w+)\/(.*)$/)
  if (workspace) return `${workspace[1]}/src/${workspace[2]}`
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : specifier
}

const noun = (path: string) => path.match(/^server\/src\/(\w+)\//)?.[1]

type Rule = { why: string; from: RegExp; never: RegExp; except?: (from: string, to: string) => boolean }

const rules: Rule[] = [
  { why: 'the contract stands alone', from: /^contract\//, never: /^(server|web|admin|ui|e2e)\// },
  {
    why: 'the contract needs nothing but zod',
    from: /^contract\//,
    never: /^(?!zod\/mini$)(node:|@?[a-z][\w-]*$|@?[\w-]+\/(?!src))/,
    except: (_, to) =>
      to.startsWith('contract/') || to.startsWith('@twende/messages') || to.startsWith('messages/'),
  },
  { why: 'the public site imports nothing of the admin app', from: /^web\//, never: /^(admin|server)\// },
  { why: 'the admin app imports nothing of the public site', from: /^admin\//, never: /^(web|server)\// },
  { why: 'what both apps share knows neither of them', from: /^ui\//, never: /^(web|admin|server)\// },
  {
    why: 'controls, forms, lists and pictures know no noun',
    from: /^ui\/src\/(controls|form|list|loading|pictures)\//,
    never: /^ui\/src\/(accounts|bookings|cars|listings|shop)\//,
  },
  {
    why: 'only pages/ knows the web, and nothing of the server knows the admin app',
    from: /^server\//,
    never: /^(web|admin|ui)\//,
    except: (from, to) => from.startsWith('server/src/pages/') && to.startsWith('web/'),
  },
  { why: 'nobody imports tests', from: /^(contract|server|web|admin|ui)\//, never: /^(e2e|tests)\// },
  {
    why: 'only stores and the database folder speak SQL',
    from: /^server\/src\//,
    never: /^kysely(\/|$)/,
    except: (from) => /-store\.ts$|^server\/src\/(db|jobs|ops)\//.test(from),
  },
  {
    why: 'stores know no verbs and no HTTP',
    from: /^server\/src\/.*-store\.ts$/,
    never: /^fastify$|-handlers\.ts$|^server\/src\/http\/serve/,
  },
  {
    why: 'a store is its own noun’s',
    from: /^server\/src\/\w+\//,
    never: /^server\/src\/\w+\/.*-store\.ts$/,
    // Counting attempts is part of every door, not a noun.
    except: (from, to) => noun(from) === noun(to) || noun(from) === 'seed' || noun(to) === 'http',
  },
]

describe('the arrows', () => {
  test('the check sees the code', () => {
    expect(product.length).toBeGreaterThan(120)
    for (const room of ['contract', 'server', 'web', 'admin', 'ui']) {
      expect(product.filter(({ path }) => path.startsWith(`${room}/`)).length, room).toBeGreaterThan(20)
    }
    expect(product.flatMap(({ imports }) => imports).length).toBeGreaterThan(400)
  })

  test.each(rules)('$why', ({ from, never, except }) => {
    const looked = product.filter(({ path }) => from.test(path))
    expect(looked.length).toBeGreaterThan(0)
    const broken = looked.flatMap(({ path, imports }) =>
      imports.filter((to) => never.test(to) && !except?.(path, to)).map((to) => `${path} -> ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('no import goes round in a circle, types included', () => {
    const graph = new Map(product.map(({ path, imports }) => [path, imports]))
    expect(graph.size).toBeGreaterThan(120)
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (path: string, trail: string[]) => {
      if (trail.includes(path))
        return void circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      if (done.has(path)) return
      for (const next of graph.get(path) ?? []) if (graph.has(next)) walk(next, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) walk(path, [])
    expect(circles).toEqual([])
  })
})

describe('what is heavy', () => {
  /** Threads and processes that are started on demand, and what only they load. */
  const workers =
    /^server\/src\/(media\/(picture|heic)-process|accounts\/passwords\/password-worker|pdf\/(document-worker|document-page))\.ts$/
  const heavy = /^(sharp|libheif-js\/.*|pdfkit|@zxcvbn-ts\/.*|@simplewebauthn\/server)$/
  const loadedAtStart = (text: string) =>
    [...text.matchAll(/^(?:import|export) (?!type )[^'();]*?'([^']+)'/gm)].map(
      ([, specifier = '']) => specifier,
    )
  const server = product.filter(({ path }) => path.startsWith('server/'))

  test('the check sees what is loaded', () => {
    const ofWorkers = server
      .filter(({ path }) => workers.test(path))
      .flatMap(({ text }) => loadedAtStart(text))
    expect(ofWorkers.filter((specifier) => heavy.test(specifier)).length).toBeGreaterThanOrEqual(5)
  })

  test('is not loaded when the program starts', () => {
    const others = server.filter(({ path }) => !workers.test(path))
    const loading = others.flatMap(({ path, text }) =>
      loadedAtStart(text)
        .filter((specifier) => heavy.test(specifier) || workers.test(resolve(path, specifier)))
        .map((specifier) => `${path} -> ${specifier}`),
    )
    expect(loading).toEqual([])
  })
})

describe('single writers', () => {
  const writes = product
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|\b(?:insert into|update(?! set)|delete from) (\w+)/g,
        ),
      ].map((match) => ({ path, table: match[1] ?? match[2] ?? '' })),
    )

  test('the check sees the writes', () => expect(writes.length).toBeGreaterThan(10))

  test('each table is written by one noun', () => {
    const tables = new Map<string, Set<string>>()
    for (const { path, table } of writes) {
      if (path.endsWith('.sql')) continue
      tables.set(table, (tables.get(table) ?? new Set()).add(noun(path) ?? path))
    }
    const shared = [...tables]
      .filter(([, nouns]) => nouns.size > 1)
      .map(([table, nouns]) => `${table}: ${[...nouns]}`)
    expect(shared).toEqual([])
  })
})

describe('payments', () => {
  const isPayments = (path: string) =>
    path.startsWith('server/src/payments/') && !path.startsWith('server/src/payments/providers/')
  const payments = product.filter(({ path }) => isPayments(path))
  const NOUNS = 'bookings|listings|shop|cars|fleet|holds'

  test('the check sees the files', () => expect(payments.length).toBeGreaterThan(30))

  test('payments import no noun that can be paid for', () => {
    const noun = new RegExp(`^(?:server|contract)/src/(?:${NOUNS})/`)
    const broken = payments.flatMap(({ path, imports }) =>
      imports.filter((to) => noun.test(to)).map((to) => `${path} -> ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('payments read no table of a noun and branch on none', () => {
    const table = /\b(?:from|join|update|into) (?:bookings|listings|orders|cars|products|order_items)\b/
    const kysely = /'(?:bookings|listings|orders|cars|products|order_items)(?:\.\w+)?(?: as \w+)?'/
    const literal = /'(?:booking|listing|listing_period|order)'|\b(?:booking|listing|order)_id\b/
    const key = /[{,]\s*(?:booking|listing|listing_period)\s*:|\b(?:bookings|listings|orders|products)\.\w+/
    const broken = payments.flatMap(({ path, text }) =>
      [table, kysely, literal, key].flatMap(
        (rule) => text.match(rule)?.map((found) => `${path}: ${found}`) ?? [],
      ),
    )
    expect(broken).toEqual([])
  })

  test('few files outside its provider name M-Pesa', () => {
    const looked = product.filter(
      ({ path }) => /^server\/src\/.*\.ts$/.test(path) && !path.includes('/payments/providers/mpesa/'),
    )
    expect(looked.length).toBeGreaterThan(250)
    const naming = looked.filter(({ text }) => /m-?pesa|daraja|safaricom/i.test(text)).map(({ path }) => path)
    expect(naming.length, `of ${looked.length} files: ${naming.join(', ')}`).toBeLessThanOrEqual(25)
  })
})

describe('style sheets', () => {
  const sheet = readFileSync('web/src/site.css', 'utf8')
  const leftOut = [...sheet.matchAll(/@source not "\.\/([^"]+)"/g)].map(([, path = '']) => `web/src/${path}`)
  const isLeftOut = (path: string) =>
    leftOut.some((name) => new RegExp(`^${name.replace('*', '[^/]*')}(/|$)`).test(path))
  const files = new Map(product.map((source) => [source.path, source]))
  const pages = [...readFileSync('web/src/routes.ts', 'utf8').matchAll(/'([\w/-]+-page\.tsx)'/g)].map(
    ([, file]) => `web/src/${file}`,
  )
  const hasOwnSheet = (path: string) => files.get(path)?.text.includes('ownPageLinks as links') ?? false

  test('the check sees sheet and pages', () => {
    expect(leftOut.length).toBeGreaterThan(5)
    for (const name of leftOut)
      expect(
        product.some(({ path }) => isLeftOut(path)),
        name,
      ).toBe(true)
    expect(pages.filter(hasOwnSheet).length).toBeGreaterThan(5)
    expect(pages.filter((path) => !hasOwnSheet(path)).length).toBeGreaterThan(10)
  })

  test('what site.css leaves out is on pages that have own-pages.css', () => {
    expect(pages.filter((path) => isLeftOut(path) && !hasOwnSheet(path))).toEqual([])
    const reached = new Set<string>()
    const walk = (path: string) => {
      if (reached.has(path)) return
      reached.add(path)
      for (const next of files.get(path)?.imports ?? []) walk(next)
    }
    for (const path of ['web/src/root.tsx', ...pages.filter((path) => !hasOwnSheet(path))]) walk(path)
    expect(reached.size).toBeGreaterThan(150)
    // Components: other files hold no names of classes.
    expect([...reached].filter((path) => path.endsWith('.tsx') && isLeftOut(path))).toEqual([])
  })
})

describe('sizes and habits', () => {
  test('no file is longer than 450 lines', () => {
    const long = product
      .filter(({ path }) => !path.endsWith('server/src/db/tables.ts') && !path.startsWith('server/demo/'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 450)
    expect(long).toEqual([])
  })

  test('fewer than one file in six is shorter than 40 lines', () => {
    const files = product.filter(({ path }) => /^(contract|server|web|admin|ui|messages)\//.test(path))
    const short = files.filter(({ text }) => text.split('\n').length - 1 < 40)
    expect(files.length).toBeGreaterThan(900)
    expect(short.length / files.length, `${short.length} of ${files.length}`).toBeLessThan(1 / 6)
  })

  test('no file is a drawer', () => {
    const drawers = product.filter(({ path }) =>
      /(^|[/-])(utils?|helpers?|common|misc|manager|service)\.(ts|tsx)$/.test(path),
    )
    expect(drawers.map(({ path }) => path)).toEqual([])
  })

  test('only config.ts reads the environment; other processes are given part of it', () => {
    const readers = product.filter(
      ({ path, text }) =>
        /^(contract|server|web|admin|ui)\//.test(path) &&
        /process\.env\b/.test(text) &&
        !/config\.ts$|dev-plugin\.ts$|embedded-postgres\/postgres-(cluster|guard)\.ts$|threads\/on-demand\.ts$/.test(
          path,
        ),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  test('no library is bent: no error is expected, no listener taken, no method replaced, no context opened for `gc`', () => {
    const bends = [
      /@ts-(expect-error|ignore|nocheck)/,
      /\.removeAllListeners\(|\.(raw)?[lL]isteners\('/,
      /\.prototype\.\w+\s*=[^=>]/,
      /from 'node:vm'|setFlagsFromString/,
      /as unknown as \{/,
    ]
    const files = product.filter(({ path }) => /^(contract|server|web|admin|ui|messages)\//.test(path))
    const bent = files.flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (bends.some((bend) => bend.test(line)) ? [`${path}:${at + 1}`] : [])),
    )
    expect(files.length).toBeGreaterThan(900)
    expect(bent).toEqual([])
    const planted = [
      `// @ts-${'expect'}-error: another overload`,
      "app.server.removeAllListeners('request')",
      "app.server.listeners('request')",
      'Pool.prototype.query = ours',
      "import { runInNewContext } from 'node:vm'",
      'const { stream } = (this as unknown as { connection: Socket })',
    ]
    expect(planted.filter((line) => !bends.some((bend) => bend.test(line)))).toEqual([])
  })

  test('paths named in the documents exist', () => {
    const documents = listFiles().filter(
      (path) => /^[A-Z]+\.md$|^docs\/.*\.md$/.test(path) && existsSync(path),
    )
    expect(documents.length).toBeGreaterThanOrEqual(3)
    const missing = documents.flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /`((?:contract|server|web|admin|ui|e2e|scripts|docs|tests)\/[\w./-]+)`/g,
        ),
      ]
        .map((match) => match[1] ?? '')
        .filter((named) => !existsSync(named))
        .map((named) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })
})
