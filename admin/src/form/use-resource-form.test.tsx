import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from '@twende/ui/form/fields.tsx'
import { FileButton } from '@twende/ui/pictures/picture-adder.tsx'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useResourceForm } from './use-resource-form.ts'

type Banner = { updatedAt: string; pictures: { address: string }[] }
type BannerFormProps = { send: () => Promise<{ message: string; data: Banner }> }

function BannerForm({ send }: BannerFormProps) {
  const { form, pictures } = useResourceForm<Banner, { note: string }, { note: string }>({
    resource: undefined,
    mostPictures: 1,
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
        onChange={({ target }) => pictures.add([...(target.files ?? [])])}
      />
      <p role="alert">{form.refusal ?? pictures.missing}</p>
      <p role="status">{pictures.pictures.map(({ id }) => id)}</p>
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
  render(<BannerForm send={send} />)

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
  render(<BannerForm send={() => Promise.resolve({ message: '', data: { updatedAt: '', pictures: [] } })} />)
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
