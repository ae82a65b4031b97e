import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { NewPhoto } from './new-photo.tsx'
import { isSameFile, shrinkPicture } from './shrink-picture.ts'

/** A file with these first characters; nothing here can draw it. */
const fileOf = (name: string, starts: string, size = 100) =>
  new File([Uint8Array.from(starts, (letter) => letter.charCodeAt(0)), new Uint8Array(size)], name)

const HEIC = '\x00\x00\x00\x18ftypheic\0\0\0\0mif1heic'
const AVIF = '\x00\x00\x00\x1cftypavif\0\0\0\0mif1avifmiaf'

describe('a photo that this browser cannot draw', () => {
  test.each([
    ['IMG_7.HEIC', HEIC],
    ['car.avif', AVIF],
  ])('is sent unchanged, and the server converts it: %s', async (name, starts) => {
    const file = fileOf(name, starts)
    expect(await shrinkPicture(file)).toBe(file)
  })

  test('is refused with its name when it is too large to be sent', async () => {
    const large = fileOf('IMG_7.HEIC', HEIC, 8 * 1024 * 1024)
    await expect(shrinkPicture(large)).rejects.toThrow(/^IMG_7.HEIC is larger than 8 MB/)
  })

  test('is refused with its name when it is damaged, or no picture', async () => {
    await expect(shrinkPicture(fileOf('a.jpg', '\xff\xd8\xff'))).rejects.toThrow(/^a.jpg cannot be read/)
    await expect(shrinkPicture(fileOf('a.gif', 'GIF89a'))).rejects.toThrow(/^a.gif is not a picture/)
  })

  test('has a sentence in the place of its preview', () => {
    const { container } = render(<NewPhoto src="blob:a" alt="Front" />)
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    expect(screen.getByRole('img', { name: /^Front\. This browser cannot show this photo/ })).toBeDefined()
  })
})

test('two pictures are the same file if all of their bytes are', async () => {
  const [one, other] = [fileOf('a.jpg', 'one'), fileOf('b.jpg', 'two')]
  expect(await isSameFile(one, fileOf('c.jpg', 'one'))).toBe(true)
  expect(await isSameFile(one, other)).toBe(false)
  expect(await isSameFile(one, fileOf('a.jpg', 'one', 99))).toBe(false)
})
