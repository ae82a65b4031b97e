import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Finds texts for people that stand in the code of contract and server instead of the catalogues of messages. */

/** Programs of their own, demo data, what only operators read, and what reads the words of M-Pesa. */
const OTHER =
  /\.test\.ts$|\/testing\/|^server\/src\/(embedded-postgres|seed|maintenance|db|start|config|jobs|ops)\/|\/simulator\/|^contract\/src\/http\/openapi\.ts$|mpesa-(message|config)\.ts$|bucket-picture-files\.ts$/
/** Log lines, errors of the program itself, what the API's own description says, and what `docs/settings.md` says of a setting. */
const NOT_SHOWN =
  /logger|\.log\.|\.warn\(|\.info\(|new (\w*Error|TypeError)\(|(?:summary|does):|^\s*\/\/|^\s*\/?\*|^import /

const KNOWN: ReadonlySet<string> = new Set([
  // Compared with what the page sends; shown by messages.
  'Cancelled by customer',
  'Payment not received in time',
  // Sent to M-Pesa, which shows it on the phone.
  'Car rental',
  'Car deposit',
  'Car listing',
  'Shop order',
  // Technical, or read by staff in another program.
  'No access token',
])

function sentencesIn(text: string): string[] {
  return text.split('\n').flatMap((line, at, lines) => {
    if (NOT_SHOWN.test(line) || /(?:summary|does):\s*$/.test(lines[at - 1] ?? '')) return []
    return [...line.matchAll(/'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`/g)]
      .map(([, single, double, template]) => single ?? double ?? template ?? '')
      .filter(
        (literal) =>
          /^[A-Z][a-z]+(?:’s)?,? [a-z$]/.test(literal) &&
          !/^(Ksh|Bearer|Basic|Message from) \$/.test(literal) &&
          !KNOWN.has(literal),
      )
  })
}

test('contract and server hold no sentences of their own: they are in the catalogues of messages', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  const files = listed
    .split('\n')
    .filter((path) => /^(contract|server)\/src\/.*\.ts$/.test(path) && !OTHER.test(path) && existsSync(path))
  expect(files.length).toBeGreaterThan(380)
  const found = files.flatMap((path) =>
    sentencesIn(readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})

test('the search sees a sentence in a handler', () => {
  expect(sentencesIn("    return { success: true, message: 'Order cancelled by hand' }")).toHaveLength(1)
  expect(sentencesIn(`  throw new AppError(\`Only \${left} left\`)`)).toHaveLength(0)
  expect(sentencesIn(`  const message = \`The car left with \${km} km\``)).toHaveLength(1)
  expect(sentencesIn("    logger.info('Server started on port')")).toHaveLength(0)
})
