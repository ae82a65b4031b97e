import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { listing } from '@twende/ui/testing/listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
import { ReportDialog } from './report-dialog.tsx'

const user = userEvent.setup({ delay: null })
const send = () => user.click(screen.getByRole('button', { name: m.report_listing_send() }))

async function openDialog() {
  const [onAnswer, onOpenChange] = [vi.fn(), vi.fn()]
  renderPage(<ReportDialog listing={listing} open onOpenChange={onOpenChange} onAnswer={onAnswer} />)
  await screen.findByRole('dialog', { name: 'Report this listing' })
  return { onAnswer, onOpenChange }
}

test('a report needs a reason; it is sent, and closes with the answer', async () => {
  const requests = fakeApi({
    'POST /api/sell/report/:carId': () => ({ success: true, message: 'We will look at this listing.' }),
  })
  const { onAnswer, onOpenChange } = await openDialog()
  await send()
  expect(await screen.findByText('Please choose what is wrong')).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(screen.getByLabelText('It is listed more than once'))
  await send()
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith('We will look at this listing.'))
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    [`/api/sell/report/${listing._id}`, { reason: 'duplicate', details: '' }],
  ])
})

test('who has reported a listing before is told so, and is done', async () => {
  fakeApi({
    'POST /api/sell/report/:carId': () =>
      refusalWith(409, 'already_reported', 'You have reported it already.'),
  })
  const { onAnswer, onOpenChange } = await openDialog()
  await user.click(screen.getByLabelText('The price is wrong'))
  await send()
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith('You have reported it already.'))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('any other refusal stays in the dialog with what was chosen', async () => {
  fakeApi({ 'POST /api/sell/report/:carId': () => refusalWith(503, 'unavailable', 'Busy just now.') })
  const { onAnswer, onOpenChange } = await openDialog()
  await user.click(screen.getByLabelText('The price is wrong'))
  await send()
  expect(await screen.findByText('Busy just now.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('The price is wrong').checked).toBe(true)
  expect(onAnswer).not.toHaveBeenCalled()
  expect(onOpenChange).not.toHaveBeenCalled()
})
