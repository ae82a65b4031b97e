import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { FileButton } from '@twende/ui/pictures/picture-adder.tsx'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type ReadyPicture, usePictures } from './use-pictures.ts'

function Pictures() {
  const [ready, setReady] = useState<readonly ReadyPicture[]>([])
  const pictures = usePictures({ pictures: ready, onChange: setReady })
  return (
    <>
      <FileButton
        icon={null}
        words="Choose"
        multiple
        onChange={({ target }) => pictures.add([...(target.files ?? [])])}
      />
      <p role="status">{pictures.processing > 0 ? 'Busy' : `${pictures.shown.length} pictures`}</p>
      <ul>
        {pictures.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </>
  )
}

/** A photo that the browser of these tests cannot draw: the page keeps it unchanged. */
const heic = (name: string, content: number) =>
  new File([Uint8Array.of(0, 0, 0, 24), 'ftypheic', Uint8Array.of(content)], name, { type: 'image/heic' })
const problems = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

async function choose(files: readonly File[], counted: number) {
  render(<Pictures />)
  await userEvent.setup({ delay: null }).upload(screen.getByLabelText('Choose'), [...files])
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`${counted} pictures`))
}

test('one photo eight times is taken once, each copy is named, and none is said not to fit', async () => {
  const names = ['0', '1', '2', '3', '4', '5', '6', '7']
  await choose(
    names.map((name) => heic(name, 1)),
    1,
  )
  expect(problems()).toEqual(names.slice(1).map((file) => m.sell_picture_twice({ file })))
})

test('a photo that is refused takes no place from those after it', async () => {
  const twice = [heic('front', 1), heic('copy', 1), heic('rear', 2), heic('left', 3), heic('right', 4)]
  await choose([...twice, heic('seats', 5)], 4)
  expect(problems()).toEqual([m.sell_picture_twice({ file: 'copy' }), m.sell_pictures_left_out({ count: 1 })])
})
