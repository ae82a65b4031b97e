import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { findMissingLooks } from './look-count.ts'
import { looksOf } from './looks.ts'
import type { Look } from './page-checks.ts'

type FileCount = { left: number; passed: number; failed: number; seconds: number }

/**
 * Prints one line a file, and at the end each journey that failed with its reason, picture and trace. At the end of a whole
 * run (`WHOLE_RUN`) it counts what was looked over, and fails when a page or a dialog was left out.
 */
export default class JourneyReport implements Reporter {
  private readonly files = new Map<string, FileCount>()
  private readonly failures: string[] = []
  private readonly looks: Look[] = []
  private readonly counted = { passed: 0, failed: 0, skipped: 0 }

  onBegin(_config: FullConfig, suite: Suite) {
    for (const test of suite.allTests()) this.fileOf(test).left += 1
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const file = this.fileOf(test)
    file.left -= 1
    file.seconds += result.duration / 1000
    this.looks.push(...looksOf(result))
    if (result.status === 'skipped') this.counted.skipped += 1
    else if (result.status === 'passed') {
      file.passed += 1
      this.counted.passed += 1
    } else {
      file.failed += 1
      this.counted.failed += 1
      this.failures.push(describeFailure(test, result))
    }
    if (file.left > 0) return
    const sign = file.failed === 0 ? '✓' : '✗'
    const failed = file.failed === 0 ? '' : `, ${file.failed} failed`
    say(` ${sign} ${nameOf(test)} (${file.passed} passed${failed}) ${Math.round(file.seconds)} s`)
  }

  onError({ message, value }: { message?: string; value?: string }) {
    this.failures.push(message ?? value ?? 'The journeys ended with an error that has no words.')
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    // A journey that broke off did not see what it would have: it is what failed.
    const isWhole = process.env.WHOLE_RUN !== undefined && status === 'passed'
    const missing = isWhole ? await findMissingLooks(this.looks) : []
    if (isWhole) say(`${this.looks.length} pages, dialogs and states looked over, ${missing.length} left out`)
    this.failures.push(...missing.map((one) => `No journey looked over ${one}.`))
    this.counted.failed += missing.length
    // `npm test` tells them when all its parts are over.
    if (!process.env.COUNTS_FILE) for (const failure of this.failures) say(`\n${failure}`)
    else writeFileSync(process.env.COUNTS_FILE, JSON.stringify({ ...this.counted, reasons: this.failures }))
    return missing.length === 0 ? undefined : { status: 'failed' }
  }

  private fileOf(test: TestCase): FileCount {
    const name = nameOf(test)
    const known = this.files.get(name) ?? { left: 0, passed: 0, failed: 0, seconds: 0 }
    this.files.set(name, known)
    return known
  }
}

const nameOf = ({ location }: TestCase) => relative(process.cwd(), location.file)

function describeFailure(test: TestCase, { errors, attachments, status }: TestResult): string {
  const reasons = errors.map(({ message, snippet, location }) =>
    [message, snippet, location && `at ${relative(process.cwd(), location.file)}:${location.line}`]
      .filter(Boolean)
      .join('\n'),
  )
  const files = attachments.flatMap(({ name, path }) =>
    path ? [`${name}: ${relative(process.cwd(), path)}`] : [],
  )
  const project = test.parent.project()?.name
  return [`✗ ${nameOf(test)}:${test.location.line} (${project}): ${test.title}`, ...reasons, ...files]
    .concat(errors.length === 0 ? [`It ended as ${status}.`] : [])
    .join('\n')
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
