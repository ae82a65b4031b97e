import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { DriverForm, type SentPapers } from './driver-form.tsx'

// Nothing here draws pictures.
vi.mock('../pictures/shrink-picture.ts', async (original) => ({
  ...(await original<object>()),
  shrinkPicture: async (file: File) => new Blob([await file.arrayBuffer()], { type: 'image/jpeg' }),
}))
vi.mock('../pictures/photo-detail.ts', () => ({ hasDetail: async () => true }))

beforeEach(() => {
  cleanup()
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
})

const user = userEvent.setup()
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
const send = () => user.click(screen.getByRole('button', { name: m.driver_form_yes() }))

async function type(name: string, text: string) {
  await user.clear(field(name))
  await user.type(field(name), text)
}

async function fillIn() {
  await type(m.driver_form_birth_date(), '4 May 1990')
  await type(m.driver_form_licence_expires(), '31 January 2040')
  await type(m.driver_form_identity_number(), '12345678')
  for (const label of [
    m.driver_photo_licence_front(),
    m.driver_photo_licence_back(),
    m.driver_photo_identity_front(),
  ])
    await user.upload(
      screen.getByLabelText(label, { selector: 'input' }),
      new File([label], 'photo.jpg', { type: 'image/jpeg' }),
    )
}

function show(answer: (papers: SentPapers) => Promise<unknown>) {
  const onDone = vi.fn()
  renderPage(
    <DriverForm
      known={{ fullName: 'Achieng Ouma', licenceNumber: 'DL-1234567' }}
      rental={{ pickupDay: '2026-12-01', returnDay: '2026-12-05' }}
      send={answer}
      onDone={onDone}
      onBack={() => {}}
    />,
  )
  return onDone
}

test('an upload that breaks off says so, keeps everything, and is sent again with the same key', async () => {
  const sent: SentPapers[] = []
  const onDone = show(async (papers) => {
    sent.push(papers)
    if (sent.length === 1) throw new ApiError(0, { code: 'unreachable', message: '' })
  })
  await screen.findByRole('form')
  await fillIn()
  await send()
  expect(await screen.findByText(m.driver_form_broke_off())).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
  expect(screen.getAllByRole('img')).toHaveLength(3)
  await send()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  const [first, second] = sent
  expect(second).toEqual(first)
  expect(first?.body).toMatchObject({
    birthDate: '1990-05-04',
    licenceNumber: 'DL1234567',
    licenceClass: 'B',
  })
  expect([...(first?.photos.keys() ?? [])]).toEqual(['licenceFront', 'licenceBack', 'identityFront'])
})

test('what is wrong is told at its field before anything is sent', async () => {
  const answer = vi.fn(async () => {})
  show(answer)
  await screen.findByRole('form')
  await type(m.driver_form_birth_date(), '2 December 2003')
  await type(m.driver_form_licence_expires(), '4 December 2026')
  await type(m.driver_form_licence_number(), '12')
  await send()
  expect(await screen.findByText(m.error_driver_too_young())).toBeTruthy()
  expect(screen.getByText(m.error_driver_licence_ends())).toBeTruthy()
  expect(screen.getByText(m.validation_licence_number())).toBeTruthy()
  expect(screen.getAllByText(m.driver_photo_missing())).toHaveLength(3)
  expect(answer).not.toHaveBeenCalled()
})

test('one photo is not taken for two papers, and the sentence names the other', async () => {
  const sent: SentPapers[] = []
  show(async (papers) => void sent.push(papers))
  await screen.findByRole('form')
  await fillIn()
  const back = screen.getByLabelText(m.driver_photo_licence_back(), { selector: 'input' })
  const upload = (content: string) =>
    user.upload(back, new File([content], 'photo.jpg', { type: 'image/jpeg' }))
  await upload(m.driver_photo_licence_front())
  const refusal = m.driver_photo_twice({ position: m.driver_photo_licence_front() })
  expect(await screen.findByText(refusal)).toBeTruthy()
  await upload('the back')
  await waitFor(() => expect(screen.queryByText(refusal)).toBe(null))
  await send()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.photos.get('licenceBack')?.text()).toBe('the back')
})
