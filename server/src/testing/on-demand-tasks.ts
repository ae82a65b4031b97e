import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { answerCalls } from '../threads/answer-calls.ts'

const tasks = {
  /** The process and the thread in which it runs. */
  where: () => ({ process: process.pid, thread: threadId }),
  lengthOf: (bytes: Uint8Array) => bytes.length,
  environment: () => Object.keys(process.env),
  fail: () => {
    throw new Error('this task fails')
  },
  hang: () => sleep(600_000),
  end: () => process.exit(1),
  /** Answers when the process that asked has ended, before this one can notice it. */
  answerTooLate: (asking: number) => {
    while (isRunning(asking)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  },
}
export type TestTasks = typeof tasks

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

answerCalls(tasks)
