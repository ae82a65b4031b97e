import type { Picture } from '@twende/contract/media/picture.ts'

export type PictureRow = { hash: string; width: number; height: number; placeholder: string }

/** The absolute address of a stored picture, as its 1200 px JPEG; the web derives the other sizes and formats. */
export function pictureAddress(publicUrl: string, hash: string): string {
  return `${publicUrl}/media/${hash}/1200.jpg`
}

export function toPicture(row: PictureRow, publicUrl: string): Picture {
  const { hash, width, height, placeholder } = row
  return { address: pictureAddress(publicUrl, hash), width, height, placeholder }
}
