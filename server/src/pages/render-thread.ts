import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { projectPath } from '../config/folders.ts'
import { serverBusy } from '../http/limits/bounded-queue.ts'
import type { CompressedPage, PageRequest, ReadApi } from './render-page.ts'
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './render-worker.ts'

/** A page that takes longer has stopped the thread. */
const LONGEST_RENDER_MS = 20_000
const RESTART_PAUSE_MS = 500

type Job = {
  readApi: ReadApi
  resolve: (page: CompressedPage) => void
  reject: (error: Error) => void
}

export type RenderThread = {
  renderPage(request: PageRequest, readApi: ReadApi): Promise<CompressedPage>
  close(): Promise<void>
}

type Options = WorkerOptions & { logger: Logger; file?: string }

/** Starts the thread of `render-worker.ts`; one that ends or hangs is replaced, and its pages are refused. */
export function startRenderThread(options: Options): RenderThread {
  const { logger, file = projectPath('build/site/server/render-worker.js'), ...workerData } = options
  const jobs = new Map<number, Job>()
  let lastJob = 0
  let isClosing = false
  /** Nothing between the end of one thread and the start of the next. */
  let worker: Worker | undefined = open()

  function open(): Worker {
    const opened = new Worker(file, { workerData })
    opened.on('message', (message: MessageFromWorker) => void receive(opened, message))
    opened.on('error', (error) => logger.error({ err: error }, 'the thread that renders pages failed'))
    opened.once('exit', () => {
      worker = undefined
      for (const job of jobs.values()) job.reject(serverBusy())
      jobs.clear()
      if (isClosing) return
      logger.error('the thread that renders pages ended; another takes its place')
      setTimeout(() => {
        if (!isClosing) worker = open()
      }, RESTART_PAUSE_MS)
    })
    return opened
  }

  async function receive(from: Worker, message: MessageFromWorker) {
    const job = jobs.get(message.job)
    if (message.kind === 'page') return job?.resolve(message.page)
    if (message.kind === 'failed') return job?.reject(new Error(message.message))
    const { read } = message
    const answer: MessageToWorker = await (
      job?.readApi(message.url, message.locale, message.traceparent) ?? ended()
    ).then(
      ({ status, body }) => ({ kind: 'read', read, status, body }),
      (error: unknown) => ({ kind: 'failed-read', read, message: String(error) }),
    )
    from.postMessage(answer)
  }

  async function renderPage(request: PageRequest, readApi: ReadApi): Promise<CompressedPage> {
    const running = worker
    if (!running) throw serverBusy()
    const { promise, resolve, reject } = Promise.withResolvers<CompressedPage>()
    const id = ++lastJob
    jobs.set(id, { readApi, resolve, reject })
    const message: MessageToWorker = { kind: 'render', job: id, request }
    running.postMessage(message)
    const hangs = setTimeout(() => void running.terminate(), LONGEST_RENDER_MS)
    return promise.finally(() => {
      clearTimeout(hangs)
      jobs.delete(id)
    })
  }

  return {
    renderPage,
    async close() {
      isClosing = true
      await worker?.terminate()
    },
  }
}

async function ended(): Promise<never> {
  throw new Error('The page is no longer being rendered.')
}
