import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { projectPath } from '../config/folders.ts'
import { serverBusy } from '../http/limits/bounded-queue.ts'
import { ANSWERS_CALLS, type Answer, type Call, type Tasks } from './answer-calls.ts'

const IDLE_MS = 60_000
/** A task that takes longer has stopped the thread or process. */
const LONGEST_TASK_MS = 60_000

type Options = {
  /** A process gives back all memory that its libraries allocated, of a thread only what JavaScript took. */
  kind: 'thread' | 'process'
  /** The file that calls `answerCalls`: in development and tests the source, in production the entry of the build. */
  source: string
  built: string
  idleMs?: number
  longestTaskMs?: number
  /** Of Node, for a process. */
  nodeOptions?: readonly string[]
}

export type OnDemand<Answered extends Tasks> = {
  run<Name extends keyof Answered & string>(
    name: Name,
    ...given: Parameters<Answered[Name]>
  ): Promise<Awaited<ReturnType<Answered[Name]>>>
  isRunning(): boolean
}

type Started = {
  post(call: Call): void
  /** Whether the program stays alive for it. */
  hold(isHeld: boolean): void
  end(): void
  jobs: Map<number, PromiseWithResolvers<unknown>>
}

/**
 * Runs tasks on a thread or in a process that is started by the first and ends after a minute without any, so that what is
 * rarely needed takes no memory in between. One that ends or hangs refuses its tasks; the next task starts another.
 */
export function onDemand<Answered extends Tasks>(options: Options): OnDemand<Answered> {
  const { idleMs = IDLE_MS, longestTaskMs = LONGEST_TASK_MS } = options
  let current: Started | undefined
  let lastJob = 0
  let idle: NodeJS.Timeout | undefined

  function leave(started: Started, reason: unknown) {
    if (current === started) current = undefined
    for (const { reject } of started.jobs.values()) reject(reason)
    started.jobs.clear()
    started.hold(false)
  }

  function open(): Started {
    const jobs: Started['jobs'] = new Map()
    const events: Events = {
      answered(answer) {
        const job = jobs.get(answer.job)
        if ('failure' in answer) job?.reject(new Error(answer.failure))
        else job?.resolve(answer.value)
      },
      failed: (error) => leave(started, error),
      ended: () => leave(started, serverBusy()),
    }
    const started: Started = {
      jobs,
      ...(options.kind === 'thread' ? startThread : startProcess)(options, events),
    }
    return started
  }

  return {
    async run(name, ...given) {
      const started = current ?? open()
      current = started
      clearTimeout(idle)
      started.hold(true)
      const job = ++lastJob
      const result = Promise.withResolvers<unknown>()
      started.jobs.set(job, result)
      const hangs = setTimeout(() => {
        leave(started, serverBusy())
        started.end()
      }, longestTaskMs)
      try {
        started.post({ job, name, given })
        return (await result.promise) as never
      } finally {
        clearTimeout(hangs)
        started.jobs.delete(job)
        if (started.jobs.size === 0) started.hold(false)
        if (started === current && started.jobs.size === 0)
          idle = setTimeout(() => {
            current = undefined
            started.end()
          }, idleMs).unref()
      }
    },
    isRunning: () => current !== undefined,
  }
}

type Events = { answered(answer: Answer): void; failed(error: Error): void; ended(): void }

function fileOf({ source, built }: Options): string {
  return projectPath(import.meta.url.endsWith('.ts') ? source : `build/site/server/${built}`)
}

function startThread(options: Options, { answered, failed, ended }: Events): Omit<Started, 'jobs'> {
  const worker = new Worker(fileOf(options))
  worker.on('message', answered).on('error', failed).on('exit', ended)
  return {
    post: (call) => worker.postMessage(call),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  }
}

/** What a process is given of the environment, which holds passwords that no task needs. */
const PASSED_ON = /^(PATH|HOME|LANG|LC_ALL|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|NODE_ENV|MALLOC_.*)$/i

function startProcess(options: Options, { answered, failed, ended }: Events): Omit<Started, 'jobs'> {
  const child = fork(fileOf(options), [ANSWERS_CALLS], {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
    execArgv: [...(options.nodeOptions ?? [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('message', (message) => answered(message as Answer))
  child.on('error', failed).on('exit', ended)
  return {
    post: (call) => void child.send(call, (error) => error && failed(error)),
    hold(isHeld) {
      const change = isHeld ? 'ref' : 'unref'
      child[change]()
      child.channel?.[change]()
    },
    end: () => void child.kill('SIGKILL'),
  }
}
