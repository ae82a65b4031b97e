import * as z from 'zod'
import { keyFor } from '../accounts/secrets.ts'
import { baseAddress, SettingError, settingWords } from '../config/setting.ts'
import type { TracerSettings } from './otel-tracer.ts'
import { setTracer } from './tracing.ts'

const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS is name=value, percent-encoded, with commas between.'
const RATIO = 'OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1, such as 0.1.'
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

/** The settings of tracing, named as OpenTelemetry specifies them. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddress('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318')
    .optional()
    .register(settingWords, {
      group: 'large',
      does: 'The OpenTelemetry collector to which Twende sends traces, over HTTP.',
      otherwise: 'nothing is traced',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text, ctx) => {
      const headers = readHeaders(text)
      if (!headers) ctx.addIssue(HEADERS)
      return headers ?? z.NEVER
    })
    .default({})
    .register(settingWords, {
      group: 'large',
      does: 'Headers of what Twende sends there, as `name=value`, percent-encoded, with commas between.',
      otherwise: 'none',
    }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .string()
    .default('http/json')
    .register(settingWords, { group: 'large', does: 'The form of traces, which can only be `http/json`.' }),
  OTEL_SERVICE_NAME: z
    .string()
    .default('twende')
    .register(settingWords, { group: 'large', does: 'The name of this program in traces.' }),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `OTEL_TRACES_SAMPLER is ${SAMPLERS.slice(0, -1).join(', ')} or ${SAMPLERS.at(-1)}.`)
    .default('parentbased_always_on')
    .register(settingWords, {
      group: 'large',
      does: 'Which traces are recorded: `parentbased_traceidratio` records the part that `OTEL_TRACES_SAMPLER_ARG` says, `always_off` none.',
    }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d+|1\.0+)$/, RATIO)
    .transform(Number)
    .default(1)
    .register(settingWords, {
      group: 'large',
      does: 'The part of all traces that is recorded, from 0 to 1.',
    }),
}

const Settings = z.object(tracingSettings)
type Settings = z.infer<typeof Settings>

/** What the settings say of tracing. */
export type TracingConfig = Omit<TracerSettings, 'samplingKey'>

/** Undefined where nothing is recorded: without a collector, or where the sampler records no trace. */
export function readTracingConfig(set: Settings): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = set
  if (endpoint === undefined) return undefined
  if (protocol !== 'http/json')
    throw new SettingError('OTEL_EXPORTER_OTLP_PROTOCOL is http/json: traces are sent in no other form.')
  const ratio = ratioOf(set)
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: serviceName } = set
  return ratio === 0 ? undefined : { endpoint, headers, serviceName, ratio }
}

/** Whether a trace is recorded follows from its id alone, so samplers that ask the parent decide as the others do. */
function ratioOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: Settings): number {
  if (sampler.endsWith('always_off')) return 0
  return sampler.endsWith('traceidratio') ? ratio : 1
}

function readHeaders(text: string): Record<string, string> | undefined {
  try {
    const pairs = text.split(',').map((pair) => {
      const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      return [decodeURIComponent(name), decodeURIComponent(value)] as const
    })
    // Refuses what cannot be a header.
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])))
  } catch {
    return undefined
  }
}

const REPORT_PAUSE_MS = 60_000

type Report = (error: unknown) => void

/** All processes of a market have the same secret, so all of them record the same traces. */
export function tracerSettings(
  config: TracingConfig | undefined,
  tokenSecret: string,
): TracerSettings | undefined {
  return config && { ...config, samplingKey: keyFor('sampling of traces', tokenSecret) }
}

/** Starts tracing where the settings ask for it; without, none of its packages is loaded. Returns what stops it. */
export async function startTracing(
  settings: TracerSettings | undefined,
  report: Report = () => {},
): Promise<() => Promise<void>> {
  if (!settings) return async () => {}
  const { openOtelTracer } = await import('./otel-tracer.ts')
  const tracer = openOtelTracer(settings, oncePerPause(report))
  setTracer(tracer)
  return async () => {
    setTracer(undefined)
    await tracer.close()
  }
}

/** A collector that is away fails every few seconds: that is reported once a minute. */
function oncePerPause(report: Report): Report {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_PAUSE_MS) return
    reportedAt = now
    report(error)
  }
}
