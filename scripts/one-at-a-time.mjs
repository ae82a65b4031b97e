import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveUp, inProject } from './project.mjs'

const lock = inProject('build', '.in-work')

/** Does what changes the packages or the build of this folder; gives up where another process is at it. */
export async function oneAtATime(work) {
  mkdirSync(dirname(lock), { recursive: true })
  while (!taken()) {
    const other = Number(readFileSync(lock, 'utf8'))
    if (isRunning(other))
      giveUp(
        `Another process (${other}) is installing or building in this folder. Wait until it is done, or end it.`,
      )
    rmSync(lock, { force: true })
  }
  const free = () => rmSync(lock, { force: true })
  process.once('exit', free)
  try {
    return await work()
  } finally {
    process.off('exit', free)
    free()
  }
}

function taken() {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isRunning(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
