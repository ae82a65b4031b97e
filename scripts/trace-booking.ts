// Writes docs/trace-of-a-booking.md: the trace of one booking, as the built product sends it to a collector while a journey
// rents a car in a browser: `npm run build`, then `npm run trace`.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { drawTrace, startTraceReceiver } from '../server/src/tracing/testing/trace-receiver.ts'

const DOCUMENT = 'docs/trace-of-a-booking.md'
const JOURNEY = ['e2e/rentals/extras.e2e.ts', '--grep', 'a customer rents a car with extras']

const receiver = await startTraceReceiver()
const options = ['-c', 'e2e/playwright.config.ts', '--no-deps', '--project=phone', ...JOURNEY]
const journey = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...options], {
  stdio: 'inherit',
  env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint },
})
const code = await new Promise((resolve) => journey.once('exit', resolve))
if (code !== 0) throw new Error('The journey failed: see above.')
await receiver.close()

const spans = receiver.spans()
const { traceId } = spans.find(({ name }) => name === 'POST /api/booking/create') ?? {}
const trace = spans.filter((span) => span.traceId === traceId)
const callback = trace.find(({ name }) => name.startsWith('callback '))?.links[0]
const request = spans.filter((span) => span.traceId === callback?.traceId)

// The first two blocks of the document are drawn anew; what is said about them stays.
const drawings = [drawTrace(trace), drawTrace(request)]
const document = readFileSync(DOCUMENT, 'utf8').replace(/^```\n[^`]*```$/gm, () => {
  return `\`\`\`\n${drawings.shift()}\n\`\`\``
})
writeFileSync(DOCUMENT, document)
console.log(`${trace.length} of ${spans.length} spans belong to the trace of the booking.`)
