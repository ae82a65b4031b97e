import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Locale } from '@twende/messages/runtime'
import { collectAtRest } from '../threads/collect-at-rest.ts'
import type { TracerSettings } from '../tracing/otel-tracer.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { continueTrace } from '../tracing/tracing.ts'
import {
  type CompressedPage,
  createPageRenderer,
  type PageRequest,
  type ReadApi,
  type RendererOptions,
} from './render-page.ts'

export type WorkerOptions = RendererOptions & { tracing?: TracerSettings | undefined }

/** To the thread: a page to render, or the answer of the API to one of its reads. */
export type MessageToWorker =
  | { kind: 'render'; job: number; request: PageRequest }
  | { kind: 'read'; read: number; status: number; body: string }
  | { kind: 'failed-read'; read: number; message: string }

/** From the thread: a read of the API for a page, or the page. */
export type MessageFromWorker =
  | { kind: 'read'; job: number; read: number; url: string; locale: Locale; traceparent?: string | undefined }
  | { kind: 'page'; job: number; page: CompressedPage }
  | { kind: 'failed'; job: number; message: string }

type Read = ReturnType<typeof Promise.withResolvers<{ status: number; body: string }>>

/** As `nice` counts: higher is later. The thread that answers requests has 0. */
const PRIORITY = 10

// Imported by the build's tools as well: only a thread has a port to its parent.
if (parentPort) {
  letOthersRunFirst()
  await startTracing(workerData.tracing)
  answerRenders(parentPort, workerData)
  collectAtRest()
}

/** On Linux a thread can have a priority of its own, so that rendering takes only the processor time that requests leave. */
function letOthersRunFirst() {
  if (!existsSync('/proc/thread-self')) return
  const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(threadId, PRIORITY)
}

/** Here and not in the thread pool of the process, which has no lower priority. */
function compress(body: string): Uint8Array {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Renders pages on a thread of its own, so that no request waits for the rendering of another page. */
function answerRenders(port: NonNullable<typeof parentPort>, options: RendererOptions) {
  const renderPage = createPageRenderer(options)
  const reads = new Map<number, Read>()
  const post = (message: MessageFromWorker) => port.postMessage(message)
  let lastRead = 0

  async function render(job: number, request: PageRequest) {
    const readApi: ReadApi = (url, locale, traceparent) => {
      const answer: Read = Promise.withResolvers()
      const read = ++lastRead
      reads.set(read, answer)
      post({ kind: 'read', job, read, url, locale, traceparent })
      return answer.promise
    }
    try {
      const page = await continueTrace(request.traceparent, { name: 'render page' }, async () => {
        const rendered = await renderPage(request, readApi)
        return { ...rendered, brotli: compress(rendered.body) }
      })
      post({ kind: 'page', job, page })
    } catch (error) {
      post({ kind: 'failed', job, message: error instanceof Error ? (error.stack ?? '') : String(error) })
    }
  }

  port.on('message', (message: MessageToWorker) => {
    if (message.kind === 'render') return void render(message.job, message.request)
    const answer = reads.get(message.read)
    reads.delete(message.read)
    if (message.kind === 'read') answer?.resolve(message)
    else answer?.reject(new Error(message.message))
  })
}
