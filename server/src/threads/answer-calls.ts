import { parentPort } from 'node:worker_threads'

/** What a thread or process does on demand, by name; what is given and returned is data. */
export type Tasks = Record<string, (...given: never[]) => unknown>

/** To the thread or process: a task. */
export type Call = { job: number; name: string; given: unknown[] }

/** From the thread or process: what the task returned, or why it failed. */
export type Answer = { job: number; value: unknown } | { job: number; failure: string }

/** The argument of a process that answers calls: not every process with a parent is one. */
export const ANSWERS_CALLS = 'answers-calls'

/** Carries out what the program calls; the other side is `onDemand`. */
export function answerCalls(tasks: Tasks): void {
  const port = parentPort
  if (port)
    return void port.on('message', (call: Call) => void answer(call, tasks, (each) => port.postMessage(each)))
  if (!process.send || process.argv[2] !== ANSWERS_CALLS) return
  // Where the program has gone meanwhile, nobody waits for the answer.
  const reply = (each: Answer) => process.send?.(each, undefined, undefined, () => {})
  process.on('message', (call: Call) => void answer(call, tasks, reply))
  process.once('disconnect', () => process.exit())
  // They reach every process of the terminal or the service; the program ends this one when it is done.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
}

async function answer(
  { job, name, given }: Call,
  tasks: Tasks,
  send: (answer: Answer) => void,
): Promise<void> {
  try {
    // `onDemand` has checked what is given against the parameters of the task.
    send({ job, value: await tasks[name]?.(...(given as never[])) })
  } catch (error) {
    send({ job, failure: error instanceof Error ? error.message : String(error) })
  }
}

/** What arrives from a thread is no Buffer any more. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
