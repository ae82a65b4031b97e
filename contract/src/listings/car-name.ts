import { MAKE_NICKNAMES, MODEL_NICKNAMES, MODELS_BY_MAKE } from './car-makes.ts'

/** Null where the name does not say. */
export type MakeAndModel = { make: string | null; model: string | null }

/** Names are compared in small letters and digits only: `X-Trail`, `x trail` and `XTRAIL` are one. */
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const makes = new Map([
  ...Object.keys(MODELS_BY_MAKE).map((make) => [plain(make), make] as const),
  ...Object.entries(MAKE_NICKNAMES),
])

/** Every way to write a model of a make. */
const modelsOf = new Map(
  Object.entries(MODELS_BY_MAKE).map(([make, list]) => [
    make,
    new Map([
      ...list.split(/,\s*/).map((model) => [plain(model), model] as const),
      ...Object.entries(MODEL_NICKNAMES).flatMap(([written, [maker, model]]) =>
        maker === make ? [[written, model] as const] : [],
      ),
    ]),
  ]),
)

/** Models whose name is enough to know the make. */
const makeOf = new Map(
  [...modelsOf].flatMap(([make, models]) =>
    [...models.keys()]
      .filter((written) => /[a-z].*[a-z]/.test(written) && written.length > 2)
      .map((written) => [written, make]),
  ),
)

const LONGEST_NAME_WORDS = 4

/** Looks up the words from `start` on in `known`, the longest name first. */
function named<Value>(known: ReadonlyMap<string, Value>, words: readonly string[], start: number) {
  for (let count = Math.min(LONGEST_NAME_WORDS, words.length - start); count > 0; count--) {
    const value = known.get(plain(words.slice(start, start + count).join('')))
    if (value !== undefined) return { value, end: start + count }
  }
  return undefined
}

/** Make and model from the name of a car, `2017 toyota land-cruiser prado TX` as `Toyota Land Cruiser Prado`. */
export function readCarName(name: string): MakeAndModel {
  const words = name
    .slice(0, 200)
    .split(/[\s,/()]+/)
    .filter((word) => word !== '')
  for (const start of words.keys()) {
    const make = named(makes, words, start)
    if (make) return { make: make.value, model: modelFrom(make.value, words, make.end) }
  }
  for (const start of words.keys()) {
    const make = named(makeOf, words, start)?.value
    if (make) return { make, model: modelFrom(make, words, start) }
  }
  return { make: null, model: null }
}

function modelFrom(make: string, words: readonly string[], start: number): string | null {
  const models = modelsOf.get(make)
  const known = models && named(models, words, start)
  if (known) return known.value
  const next = words[start]
  if (next === undefined || /^(?:19|20)\d\d$/.test(next)) return null
  return family(make, next, words[start + 1]) ?? capitalised(next)
}

/** Makes that number their cars: a C200 is a C-Class, a 320i a 3 Series. */
function family(make: string, word: string, next = ''): string | undefined {
  if (make === 'Mercedes-Benz') {
    const letters = /^([A-Z]{1,3})-?\d{2,3}/i.exec(word + next)?.[1]?.toUpperCase()
    if (letters !== undefined) return letters.length === 1 ? `${letters}-Class` : letters
  }
  const series = make === 'BMW' ? /^([1-8])\d\d[a-z]{0,2}$/i.exec(word)?.[1] : undefined
  return series && `${series} Series`
}

function capitalised(word: string): string {
  return /\d/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}
