/** What a picture looks like: the mean red, green and blue of 16 by 16 fields, and the code by which it is found. */
export type Likeness = { fields: Buffer; code: string }

/** The side in fields; each is the mean of 8 by 8 points, so that how a picture was made small changes little. */
export const FIELDS = 16
export const POINTS = 128

const LEVELS = 15
/** Of the 240 bits of the code: several times as many as another encoding changes. */
export const MOST_CODE_BITS = 24
/** Of 255: the mean of the fields that differ most. Another encoding of one picture makes 7, two pictures 25 and more. */
const MOST_DIFFERENCE = 14
const COMPARED_FIELDS = 13
/** The range of brightness below which a picture is an even surface, which looks like any other. */
const LEAST_CONTRAST = 24

/** The likeness of 128 by 128 points of three bytes; null of an even surface. */
export function likenessOf(points: Uint8Array): Likeness | null {
  const fields = Buffer.alloc(FIELDS * FIELDS * 3)
  const size = POINTS / FIELDS
  for (let field = 0; field < FIELDS * FIELDS; field += 1)
    for (let colour = 0; colour < 3; colour += 1) {
      let sum = 0
      const top = Math.floor(field / FIELDS) * size
      const left = (field % FIELDS) * size
      for (let y = top; y < top + size; y += 1)
        for (let x = left; x < left + size; x += 1) sum += points[(y * POINTS + x) * 3 + colour] ?? 0
      fields[field * 3 + colour] = Math.round(sum / size ** 2)
    }
  const brightness = Array.from({ length: FIELDS * FIELDS }, (_, field) => brightnessAt(fields, field))
  if (Math.max(...brightness) - Math.min(...brightness) < LEAST_CONTRAST) return null
  return { fields, code: codeOf(brightness) }
}

function brightnessAt(fields: Buffer, field: number): number {
  const [red = 0, green = 0, blue = 0] = fields.subarray(field * 3, field * 3 + 3)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/** Each of 4 by 4 fields as so many ones as its brightness has steps. */
function codeOf(brightness: readonly number[]): string {
  let code = ''
  for (let block = 0; block < 16; block += 1) {
    let sum = 0
    for (let inner = 0; inner < 16; inner += 1) {
      const row = Math.floor(block / 4) * 4 + Math.floor(inner / 4)
      sum += brightness[row * FIELDS + (block % 4) * 4 + (inner % 4)] ?? 0
    }
    const steps = Math.min(LEVELS, Math.floor(sum / 16 / (256 / (LEVELS + 1))))
    code += '1'.repeat(steps) + '0'.repeat(LEVELS - steps)
  }
  return code
}

/** Whether two pictures are one, encoded or made small differently. */
export function isSameLikeness(one: Uint8Array, other: Uint8Array): boolean {
  const differences = Array.from({ length: FIELDS * FIELDS }, (_, field) =>
    Math.max(
      ...[0, 1, 2].map((colour) =>
        Math.abs((one[field * 3 + colour] ?? 0) - (other[field * 3 + colour] ?? 0)),
      ),
    ),
  )
  const largest = differences.sort((a, b) => b - a).slice(0, COMPARED_FIELDS)
  return largest.reduce((sum, each) => sum + each, 0) / COMPARED_FIELDS <= MOST_DIFFERENCE
}
