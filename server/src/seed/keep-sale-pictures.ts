import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type SaleCar, saleCars } from '../../demo/sale-cars.ts'
import { projectPath } from '../config/project-path.ts'
import type { AppDeps } from '../deps.ts'
import { keepOwnPicture } from '../media/keep-picture.ts'

const fileOf = (path: string) => projectPath(`server/demo/pictures/${path}.webp`)

/** The views of a car for sale that were drawn, from the front on. */
export function picturesOf({ look }: SaleCar): string[] {
  return [1, 2, 3, 4].map((view) => `cars/${look}-${view}`).filter((path) => existsSync(fileOf(path)))
}

/** Keeps the pictures of the cars for sale, and answers the hash of each by its path. */
export async function keepSalePictures(
  deps: Pick<AppDeps, 'db' | 'pictures' | 'clock'>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(saleCars.flatMap(picturesOf))]
  const kept = new Map<string, string>()
  // One after another: only so many pictures may wait.
  for (const path of wanted) kept.set(path, (await keepOwnPicture(deps, await readFile(fileOf(path)))).hash)
  return kept
}
