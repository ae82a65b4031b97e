import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac } from 'node:crypto'
import {
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { LRUCache } from 'lru-cache'
import type { NewSpan, RunningSpan, SpanParent, Tracer } from './tracing.ts'

/** A collector that does not answer holds up nothing but the end of the program, and that no longer than this. */
const EXPORT_TIMEOUT_MS = 5_000

export type TracerSettings = {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The part of traces that is recorded, above 0 and at most 1. */
  ratio: number
  /** Decides with the id which traces are recorded; the same for all processes of a market, and known to nobody else. */
  samplingKey: Uint8Array
}

/** More than a page asks for; beyond it a trace goes on without being recorded. */
const MOST_REQUESTS_OF_A_TRACE = 200

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** Records spans by OpenTelemetry and sends them by OTLP over HTTP; `failed` is told when they could not be sent. */
export function openOtelTracer(settings: TracerSettings, failed: (error: unknown) => void): Tracer {
  const sampler = keyedSampler(settings)
  const usesOfSent = new LRUCache<string, number>({ max: 1_000 })
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingFailures(exporter, failed),
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const otel = provider.getTracer('twende')
  const running = new AsyncLocalStorage<Span>()

  /**
   * Everybody can send the header, so whether its trace is recorded is decided by our own ratio and key, of its id. An id
   * that is sent more often than a page does would have everything recorded that its sender asks for.
   */
  function sampledHere(sent: SpanContext): SpanContext {
    const uses = (usesOfSent.get(sent.traceId) ?? 0) + 1
    usesOfSent.set(sent.traceId, uses)
    const isSampled =
      (sent.traceFlags & TraceFlags.SAMPLED) !== 0 &&
      (settings.ratio === 1 || uses <= MOST_REQUESTS_OF_A_TRACE) &&
      isDrawn(settings, sent.traceId)
    return { ...sent, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE }
  }

  function contextOf(parent: SpanParent): Context {
    if (parent === 'running') return inContext(running.getStore()?.spanContext())
    if ('stored' in parent) return inContext(readTraceparent(parent.stored))
    const sent = readTraceparent(parent.sent)
    return inContext(sent && sampledHere(sent))
  }

  function begin({ name, kind, facts }: NewSpan, parent: SpanParent): RunningSpan {
    const context = contextOf(parent)
    const options = {
      kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
      attributes: { ...facts },
      links: linksTo(context, running.getStore()),
    }
    return runningSpan(otel.startSpan(name, options, context), running)
  }

  return {
    begin,
    running: () => {
      const span = running.getStore()
      return span?.isRecording() ? runningSpan(span, running) : undefined
    },
    // What could not be sent is reported by the exporter; it must not stop the program from ending.
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** As OpenTelemetry's sampler by ratio, but nobody without the key can tell or choose which ids are recorded. */
function isDrawn({ ratio, samplingKey }: TracerSettings, traceId: string): boolean {
  return createHmac('sha256', samplingKey).update(traceId).digest().readUIntBE(0, 6) / 2 ** 48 < ratio
}

function keyedSampler(settings: TracerSettings): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision
  return {
    shouldSample: (_context, traceId) => ({
      decision: isDrawn(settings, traceId) ? RECORD_AND_SAMPLED : NOT_RECORD,
    }),
    toString: () => `keyed ratio ${settings.ratio}`,
  }
}

function runningSpan(span: Span, running: AsyncLocalStorage<Span>): RunningSpan {
  return {
    add: (facts) => void span.setAttributes({ ...facts }),
    end(errorType) {
      if (errorType !== undefined)
        span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    run: (work) => running.run(span, work),
    get traceparent() {
      const { traceId, spanId } = span.spanContext()
      return span.isRecording() ? `00-${traceId}-${spanId}-01` : undefined
    },
  }
}

function inContext(parent: SpanContext | undefined): Context {
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

/** A span that continues a stored trace names the request in which that happens, such as a provider's callback. */
function linksTo(context: Context, here: Span | undefined): Link[] {
  const traceId = trace.getSpanContext(context)?.traceId
  const request = here?.spanContext()
  return request && traceId && traceId !== request.traceId ? [{ context: request }] : []
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

function readTraceparent(text: unknown): SpanContext | undefined {
  if (typeof text !== 'string') return undefined
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

function reportingFailures(exporter: SpanExporter, failed: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) failed(result.error)
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
