/** Facts of a span: codes, patterns and numbers, never an id and nothing about a person. */
export type SpanFacts = Readonly<Record<string, string | number>>

export type NewSpan = {
  /** One of few, such as the pattern of a route or the first words of a statement. */
  name: string
  kind?: 'server' | 'client' | 'consumer'
  facts?: SpanFacts
}

export type RunningSpan = {
  add(facts: SpanFacts): void
  /** With the type of an error, the span has failed. */
  end(errorType?: string): void
  /** Spans that begin in `work` are children of this one. */
  run<Result>(work: () => Result): Result
  /** Names it as W3C Trace Context does; undefined when the trace is not recorded. */
  traceparent: string | undefined
}

/** Where a span belongs: to the span that runs, to one that was stored, or to one that a client names. */
export type SpanParent = { stored: string } | { sent: unknown } | 'running'

export type Tracer = {
  begin(span: NewSpan, parent: SpanParent): RunningSpan
  /** The span that runs, if it is recorded and has not ended. */
  running(): RunningSpan | undefined
  /** Sends what was recorded, and ends. */
  close(): Promise<void>
}

// Not an argument, because statements and providers' requests would have to pass it on everywhere.
let tracer: Tracer | undefined

/** Every span goes to this tracer; without one, each function here costs one comparison. */
export function setTracer(opened: Tracer | undefined): void {
  tracer = opened
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** Begins the span of a request, in the trace that its header `traceparent` names, if any. */
export function beginRequest(span: NewSpan, sent: unknown): RunningSpan | undefined {
  return tracer?.begin({ kind: 'server', ...span }, { sent })
}

/** Does `work` in a span of its own, if it is done in a trace. */
export function inSpan<Result>(span: NewSpan, work: () => Promise<Result>): Promise<Result> {
  return tracer?.running() ? during(tracer.begin(span, 'running'), work) : work()
}

/** Does `work` in a span of the trace that was stored with what it is about; in none of its own if none was. */
export function continueTrace<Result>(
  stored: string | null | undefined,
  span: NewSpan,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer && stored ? during(tracer.begin(span, { stored }), work) : work()
}

/** What `continueTrace` needs to continue the running trace later; undefined when none is recorded. */
export function traceToStore(): string | undefined {
  return tracer?.running()?.traceparent
}

/** Adds facts to the span that runs. */
export function addFacts(facts: SpanFacts): void {
  tracer?.running()?.add(facts)
}

/** Begins the span of a statement, if it is executed in a trace. */
export function beginStatement(text: unknown): RunningSpan | undefined {
  if (!tracer?.running() || typeof text !== 'string') return undefined
  return tracer.begin({ name: summaryOf(text), kind: 'client', facts: POSTGRESQL }, 'running')
}

const POSTGRESQL = { 'db.system.name': 'postgresql' }

async function during<Result>(span: RunningSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end(errorType(error))
    throw error
  }
}

/** The text of an error is left out: it may quote what people entered. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const MAX_SUMMARIES = 500
const summaries = new Map<string, string>()

/** The first words of a statement: what it does, and to which table. Values are never part of its text. */
function summaryOf(text: string): string {
  const known = summaries.get(text)
  if (known !== undefined) return known
  const summary = summarize(text)
  if (summaries.size < MAX_SUMMARIES) summaries.set(text, summary)
  return summary
}

const TABLE = /"?(\w+)"?(?:\."?(\w+))?/.source
const READS = new RegExp(`\\bfrom\\s+${TABLE}`, 'i')
const WRITES = new RegExp(`\\b(insert into|update|delete from)\\s+${TABLE}`, 'i')
const CALLS = /^select\s+(\w+)\s*\(/i

function summarize(text: string): string {
  const statement = text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\bfor (no key )?update\b/gi, '')
    .trim()
  const outside = withoutParentheses(statement)
  const [verb = ''] = /^\w+/.exec(statement.toLowerCase()) ?? []
  const [, write, ...written] = (verb !== 'select' && (WRITES.exec(outside) ?? WRITES.exec(statement))) || []
  if (write) return `${write.toLowerCase()} ${tableName(written)}`
  if (verb !== 'select' && verb !== 'with') return verb
  const [, ...read] = READS.exec(outside) ?? READS.exec(statement) ?? CALLS.exec(statement) ?? []
  return `select ${tableName(read)}`.trim()
}

const tableName = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('.')

/** The statement itself, without its subqueries and the arguments of functions. */
function withoutParentheses(statement: string): string {
  const shorter = statement.replace(/\([^()]*\)/g, '?')
  return shorter === statement ? statement : withoutParentheses(shorter)
}
