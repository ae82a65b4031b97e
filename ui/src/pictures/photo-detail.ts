const SIDE = 64
/** Between neighbouring pixels, of 255; the same as where photos are saved. */
const EDGE = 8
const LEAST_DETAIL = 0.01

/** Whether a photo shows more than an even surface, such as a wall or a covered lens. */
export async function hasDetail(photo: Blob): Promise<boolean> {
  // Where nothing can be told here, the server tells.
  const image = await createImageBitmap(photo).catch(() => null)
  if (!image) return true
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: SIDE, height: SIDE })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, SIDE, SIDE)
  image.close()
  return shareOfEdges(context.getImageData(0, 0, SIDE, SIDE).data, SIDE) >= LEAST_DETAIL
}

/** The share of pixels (red, green, blue, opacity) at which brightness changes. */
export function shareOfEdges(pixels: ArrayLike<number>, side: number): number {
  const grey = (row: number, column: number) => {
    const at = (row * side + column) * 4
    return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
  }
  let edges = 0
  for (let row = 1; row < side; row += 1)
    for (let column = 1; column < side; column += 1) {
      const here = grey(row, column)
      const change = Math.max(Math.abs(here - grey(row, column - 1)), Math.abs(here - grey(row - 1, column)))
      if (change >= EDGE) edges += 1
    }
  return edges / (side - 1) ** 2
}
