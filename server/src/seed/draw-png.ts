import { crc32, deflateSync } from 'node:zlib'

type Size = { width: number; height: number }
/** `colour` is 0xRRGGBB. */
type Area = Size & { left: number; top: number; colour: number }

/** A PNG of one-coloured areas, each over those before it. Without the picture library, which the program does not load. */
export function drawPng({ width, height }: Size, areas: readonly Area[]): Buffer {
  // Each row begins with the number of its filter: 0, none.
  const stride = 1 + width * 3
  const rows = Buffer.alloc(stride * height)
  for (const area of areas) {
    const row = Buffer.alloc(area.width * 3)
    for (let at = 0; at < row.length; at += 3) row.writeUIntBE(area.colour, at, 3)
    for (let y = area.top; y < area.top + area.height; y += 1) row.copy(rows, y * stride + 1 + area.left * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.writeUInt16BE(0x0802, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
