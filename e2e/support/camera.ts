import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Photo } from './sell-form.ts'

const car = new URL('../../server/demo/pictures/cars/sedan-black-1.webp', import.meta.url).pathname

/** What a camera takes, and small: a journey sends many of them. */
export const smallPhoto: Photo = {
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp(car).resize(360, 240).jpeg({ quality: 70 }).toBuffer(),
}

/** The same as a part of a form. */
export const photoBlob = () => new Blob([new Uint8Array(smallPhoto.buffer)], { type: smallPhoto.mimeType })

/** A file that has the name of a photo and is none. */
export const noPicture: Photo = {
  name: 'papers.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('This is a letter, and no photo.'),
}

/** What a phone takes with its lens covered. */
export async function blankPhoto(): Promise<Photo> {
  const grey = { r: 90, g: 90, b: 90 }
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: grey } })
    .jpeg()
    .toBuffer()
  return { name: 'covered.jpg', mimeType: 'image/jpeg', buffer }
}

/** Taps what opens the camera, and hands over this file for what it took. */
export async function takeThrough(page: Page, button: Locator, file: Photo | string) {
  const camera = page.waitForEvent('filechooser')
  await button.click()
  await (await camera).setFiles(file)
}
