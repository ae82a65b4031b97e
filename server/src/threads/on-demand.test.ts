import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { threadId } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import type { TestTasks } from '../testing/on-demand-tasks.ts'
import { onDemand } from './on-demand.ts'

const source = 'server/src/testing/on-demand-tasks.ts'

describe.each(['thread', 'process'] as const)('a %s that is started on demand', (kind) => {
  const open = (times: { idleMs?: number; longestTaskMs?: number } = {}) =>
    onDemand<TestTasks>({ kind, source, built: '', ...times })

  test('runs elsewhere, and one runs all tasks', async () => {
    const elsewhere = open()
    expect(elsewhere.isRunning()).toBe(false)
    const [one, other] = await Promise.all([elsewhere.run('where'), elsewhere.run('where')])
    expect(one).not.toEqual({ process: process.pid, thread: threadId })
    expect(other).toEqual(one)
    expect(await elsewhere.run('lengthOf', Buffer.alloc(1_000_000))).toBe(1_000_000)
  })

  test('ends after a time without tasks, and the next task starts another', async () => {
    const elsewhere = open({ idleMs: 1 })
    const first = await elsewhere.run('where')
    await expect.poll(() => elsewhere.isRunning()).toBe(false)
    expect(await elsewhere.run('where')).not.toEqual(first)
  })

  test('answers a failure with its message, and goes on', async () => {
    const elsewhere = open()
    const first = await elsewhere.run('where')
    await expect(elsewhere.run('fail')).rejects.toThrow('this task fails')
    expect(await elsewhere.run('where')).toEqual(first)
  })

  test('refuses what was running when it ended, and the next task starts another', async () => {
    const elsewhere = open()
    const first = await elsewhere.run('where')
    const hanging = expect(elsewhere.run('hang')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(elsewhere.run('end')).rejects.toMatchObject({ code: 'unavailable' })
    await hanging
    expect(await elsewhere.run('where')).not.toEqual(first)
  })

  test('is ended when a task takes too long', async () => {
    const elsewhere = open({ longestTaskMs: 200 })
    await expect(elsewhere.run('hang')).rejects.toMatchObject({ code: 'unavailable' })
    expect(elsewhere.isRunning()).toBe(false)
  })
})

test('a process is given no settings of the program', async () => {
  process.env.TOKEN_SECRET = 'a secret of this test'
  try {
    const elsewhere = onDemand<TestTasks>({ kind: 'process', source, built: '' })
    const names = await elsewhere.run('environment')
    expect(names).toContain('PATH')
    expect(names).not.toContain('TOKEN_SECRET')
  } finally {
    delete process.env.TOKEN_SECRET
  }
})

test('a process whose program was killed ends without a word', async () => {
  const program = `
    const { fork } = require('node:child_process')
    const child = fork(${JSON.stringify(source)}, ['answers-calls'])
    child.send({ job: 1, name: 'answerTooLate', given: [process.pid] }, () => process.kill(process.pid, 'SIGKILL'))`
  const killed = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [words] = await Promise.all([text(killed.stderr), once(killed, 'exit')])
  expect(words).toBe('')
})
