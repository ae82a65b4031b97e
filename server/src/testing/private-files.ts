import sharp from 'sharp'

type Rectangle = { left: number; top: number; width: number; height: number; grey: number }

let documents = 0

/** A photo of a document: a card with a portrait and lines of text on a table, different each time. */
export function drawDocument(width = 480, height = 308): Promise<Buffer> {
  documents += 1
  const shapes: Rectangle[] = [
    { left: 0, top: 0, width: 100, height: 100, grey: 100 },
    { left: 8, top: 10, width: 84, height: 80, grey: 230 },
    { left: 68, top: 24, width: 18, height: 34, grey: 140 },
  ]
  for (let line = 0; line < 9; line += 1)
    shapes.push({
      left: 15,
      top: 20 + line * 7,
      width: 20 + ((documents * 7 + line * 13) % 31),
      height: 3,
      grey: 40,
    })
  const pixels = Buffer.alloc(width * height)
  for (const shape of shapes) fill(pixels, { width, height }, shape)
  return encode(pixels, width, height)
}

/** A photo of nothing: a wall, a covered lens, light that falls off, the noise of a dark room. */
export function drawEvenSurface(surface: 'white' | 'black' | 'grey' | 'shaded' | 'noisy'): Promise<Buffer> {
  const [width, height] = [1200, 900]
  const levels = { white: 255, black: 0, grey: 128, shaded: 0, noisy: 0 }
  const pixels = Buffer.alloc(width * height, levels[surface])
  if (surface === 'noisy') for (let at = 0; at < pixels.length; at += 1) pixels[at] = 20 + ((at * 7919) % 61)
  if (surface === 'shaded')
    for (let at = 0; at < pixels.length; at += 1)
      pixels[at] = 220 - Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2) * 0.18
  return encode(pixels, width, height)
}

function fill(pixels: Buffer, size: { width: number; height: number }, shape: Rectangle) {
  const from = Math.round((shape.left / 100) * size.width)
  const to = Math.round(((shape.left + shape.width) / 100) * size.width)
  const bottom = Math.round(((shape.top + shape.height) / 100) * size.height)
  for (let row = Math.round((shape.top / 100) * size.height); row < bottom; row += 1)
    pixels.fill(shape.grey, row * size.width + from, row * size.width + to)
}

function encode(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
