import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { Form } from '@twende/ui/form/fields.tsx'
import { FileButton } from '@twende/ui/pictures/picture-adder.tsx'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useResourceForm } from './use-resource-form.ts'

type Banner = { updatedAt: string; pictures: { address: string }[] }
type BannerFormProps = { send: () => Promise<{ message: string; data: Banner }>; mostPictures?: 1 }

function BannerForm({ send, mostPictures }: BannerFormProps) {
  const { form, pictures } = useResourceForm<Banner, { note: string }, { note: string }>({
    resource: undefined,
    ...(mostPictures && { mostPictures }),
    valuesOf: () => ({ note: '' }),
    bodyOf: (values) => values,
    schema: z.object({ note: z.string() }),
    send,
    latest: () => Promise.reject(new Error('nothing was saved')),
    onSaved: () => {},
  })
  return (
    <Form form={form}>
      <FileButton
        icon={null}
        words="Choose a picture"
        multiple
        onChange={({ target }) => pictures.add([...(target.files ?? [])])}
      />
      <p role="alert">{form.refusal ?? pictures.missing}</p>
      <p role="status">{pictures.pictures.map(({ id }) => id)}</p>
      <ul>
        {pictures.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <button type="button" onClick={() => pictures.remove(pictures.pictures[0]?.id ?? '')}>
        Remove the first
      </button>
      {pictures.processing > 0 && <p>Preparing</p>}
      <button type="submit">Save</button>
    </Form>
  )
}

const jpeg = (name: string) =>
  new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...Array(12).fill(0))], name, { type: 'image/jpeg' })

test('a form whose picture is still being prepared says so, and sends nothing', async () => {
  const before = HTMLImageElement.prototype.decode
  HTMLImageElement.prototype.decode = () => new Promise(() => {})
  onTestFinished(() => {
    HTMLImageElement.prototype.decode = before
  })
  const user = userEvent.setup({ delay: null })
  const send = vi.fn(() => Promise.resolve({ message: 'Saved', data: { updatedAt: '', pictures: [] } }))
  render(<BannerForm mostPictures={1} send={send} />)

  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please upload at least one image'))

  await user.upload(screen.getByLabelText('Choose a picture'), jpeg('a.jpg'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The pictures are still being prepared. Wait a moment and try again.',
    ),
  )
  expect(send).not.toHaveBeenCalled()
})

test('of one picture the choice made last stays, also where the one before is ready later', async () => {
  const prepared: (() => void)[] = []
  const decode = vi
    .spyOn(HTMLImageElement.prototype, 'decode')
    .mockImplementation(() => new Promise((resolve) => prepared.push(resolve)))
  const drawing = vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue({ fillRect: () => {}, drawImage: () => {} } as never)
  const drawn = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((take) => take(new Blob(['drawn'])))
  onTestFinished(() => {
    for (const spy of [decode, drawing, drawn]) spy.mockRestore()
  })
  const user = userEvent.setup({ delay: null })
  render(
    <BannerForm
      mostPictures={1}
      send={() => Promise.resolve({ message: '', data: { updatedAt: '', pictures: [] } })}
    />,
  )
  await user.upload(screen.getByLabelText('Choose a picture'), jpeg('first.jpg'))
  await waitFor(() => expect(prepared).toHaveLength(1))
  await user.upload(screen.getByLabelText('Choose a picture'), jpeg('second.jpg'))
  await waitFor(() => expect(prepared).toHaveLength(2))
  const shown = screen.getByRole('status')
  prepared[1]?.()
  await waitFor(() => expect(shown.textContent).not.toBe(''))
  const second = shown.textContent
  prepared[0]?.()
  await waitFor(() => expect(screen.queryByText('Preparing')).toBe(null))
  expect(shown.textContent).toBe(second)
})

/** A photo that the browser of these tests cannot draw: the form sends it unchanged. */
const heic = (name: string, content: number) =>
  new File([Uint8Array.of(0, 0, 0, 24), 'ftypheic', Uint8Array.of(content)], name, { type: 'image/heic' })

test('the same file chosen twice is named, at once or later, and may be chosen again once it was taken away', async () => {
  const user = userEvent.setup({ delay: null })
  render(<BannerForm send={() => Promise.resolve({ message: '', data: { updatedAt: '', pictures: [] } })} />)
  const choose = screen.getByLabelText('Choose a picture')
  const problems = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  const count = () => screen.getByRole('status').textContent?.split('new ').filter(Boolean).length
  await user.upload(choose, [heic('front.heic', 1), heic('copy.heic', 1), heic('back.heic', 2)])
  await waitFor(() => expect(count()).toBe(2))
  expect(problems()).toEqual([m.admin_common_picture_twice({ file: 'copy.heic' })])
  await user.upload(choose, heic('again.heic', 2))
  await waitFor(() => expect(problems()).toEqual([m.admin_common_picture_twice({ file: 'again.heic' })]))
  expect(count()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Remove the first' }))
  await user.upload(choose, heic('front.heic', 1))
  await waitFor(() => expect(count()).toBe(2))
  expect(problems()).toEqual([])
})

test('a picture that is refused takes no place from those after it', async () => {
  const user = userEvent.setup({ delay: null })
  render(<BannerForm send={() => Promise.resolve({ message: '', data: { updatedAt: '', pictures: [] } })} />)
  const views = ['rear', 'left', 'right', 'seats'].map((name, at) => heic(name, at + 2))
  await user.upload(screen.getByLabelText('Choose a picture'), [heic('front', 1), heic('copy', 1), ...views])
  await waitFor(() => expect(screen.queryByText('Preparing')).toBe(null))
  expect(screen.getByRole('status').textContent?.split('new ').filter(Boolean)).toHaveLength(4)
  expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    m.admin_common_picture_twice({ file: 'copy' }),
    m.admin_common_pictures_too_many(),
  ])
})
