import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveUp, inProject } from './project.mjs'

/** Does what changes the packages or the build of this folder; gives up where another process is at it. */
export async function oneAtATime(work) {
  const free = claim('in-work', 'is installing or building')
  try {
    return await work()
  } finally {
    free()
  }
}

/** Claims this folder for what a process does in it, until it ends or frees the folder; gives up where another one does it. */
export function claim(name, doing) {
  const lock = inProject('build', `.${name}`)
  mkdirSync(dirname(lock), { recursive: true })
  while (!took(lock)) {
    const other = Number(readFileSync(lock, 'utf8'))
    if (isRunning(other))
      giveUp(`Another process (${other}) ${doing} in this folder. Wait until it is done, or end it.`)
    rmSync(lock, { force: true })
  }
  const remove = () => rmSync(lock, { force: true })
  process.once('exit', remove)
  return () => {
    process.off('exit', remove)
    remove()
  }
}

/** The file appears with its content: whoever read an empty one would take its owner for gone. */
function took(lock) {
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid}`)
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
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
