import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
})
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
  status: z.object({ code: z.number() }),
})
const Exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})

export type ReceivedSpan = z.infer<typeof Span>
export type TraceReceiver = Awaited<ReturnType<typeof startTraceReceiver>>

/** A collector that receives traces by OTLP over HTTP and keeps what was sent. */
export async function startTraceReceiver() {
  const bodies: string[] = []
  const waiting = new Set<ServerResponse>()
  let isSilent = false
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.setHeader('content-type', 'application/json')
    if (isSilent) waiting.add(response)
    else response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** All that was sent, as it was sent. */
    sent: () => bodies.join('\n'),
    spans: (): ReceivedSpan[] =>
      bodies.flatMap((body) => {
        const { resourceSpans } = Exported.parse(JSON.parse(body))
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      }),
    /** From now on, takes what is sent and does not answer, until `answer` is called. */
    fallSilent() {
      isSilent = true
    },
    answer() {
      isSilent = false
      for (const response of waiting) response.end('{}')
      waiting.clear()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The names from the beginning of its trace to each span: `GET /* > render page > GET /api/car/list`. */
export function pathsOf(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const path = (span: ReceivedSpan): string => {
    const parent = byId.get(span.parentSpanId ?? '')
    return parent ? `${path(parent)} > ${span.name}` : span.name
  }
  return spans.map(path)
}

/** One trace as text: each span below its parent, with its beginning and duration in milliseconds. */
export function drawTrace(spans: readonly ReceivedSpan[]): string {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const sorted = [...spans].sort((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1))
  const begin = BigInt(sorted[0]?.startTimeUnixNano ?? 0)
  const lines = (parentId: string | undefined, depth: number): string[] =>
    sorted
      .filter(({ parentSpanId = '' }) =>
        parentId === undefined ? !known.has(parentSpanId) : parentSpanId === parentId,
      )
      .flatMap((span) => [lineOf(span, begin, depth), ...lines(span.spanId, depth + 1)])
  return ['  begins     lasts', ...lines(undefined, 0)].join('\n')
}

function lineOf(span: ReceivedSpan, begin: bigint, depth: number): string {
  const start = BigInt(span.startTimeUnixNano)
  const milliseconds = (nanoseconds: bigint) => Number(nanoseconds) / 1e6
  const begins = milliseconds(start - begin)
    .toFixed(0)
    .padStart(8)
  const lasts = milliseconds(BigInt(span.endTimeUnixNano) - start)
    .toFixed(1)
    .padStart(8)
  return `${begins}  ${lasts}  ${'  '.repeat(depth)}${span.name}${factsOf(span)}`
}

const SHOWN = new Set([
  'http.response.status_code',
  'http.route',
  'payment.result',
  'notification.kind',
  'notification.channel',
  'error.type',
])

function factsOf({ attributes, name }: ReceivedSpan): string {
  const values = attributes
    .filter(({ key }) => SHOWN.has(key))
    .map(({ value }) => String(value.stringValue ?? value.intValue))
    .filter((value) => !name.endsWith(value))
  return values.length > 0 ? ` (${values.join(', ')})` : ''
}
