import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Photo } from './sell-form.ts'

/** What a camera takes of one of three cars, and small: a journey sends many of them. */
async function takenOf(view: 1 | 2 | 3): Promise<Photo> {
  const car = new URL(`../../server/demo/pictures/cars/sedan-black-${view}.webp`, import.meta.url).pathname
  const buffer = await sharp(car).resize(360, 240).jpeg({ quality: 70 }).toBuffer()
  return { name: view === 1 ? 'photo.jpg' : `photo-${view}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Three that differ: one photo in two places is refused. */
export const differentPhotos = await Promise.all([takenOf(1), takenOf(2), takenOf(3)])
export const [smallPhoto] = differentPhotos

/** The same as a part of a form. */
export const photoBlob = (photo = smallPhoto) =>
  new Blob([new Uint8Array(photo.buffer)], { type: photo.mimeType })

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
