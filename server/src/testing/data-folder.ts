import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder for one test, reachable for the user that runs PostgreSQL under root. */
export async function dataFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'twende-data-')))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
