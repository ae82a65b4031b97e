import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { RecordFineDialog } from './record-fine-dialog.tsx'

const user = userEvent.setup({ delay: null })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-12T09:00:00Z') })
})

test('who is charged is told once plate, day and time are typed, and nothing is recorded without the paper', async () => {
  const requests = fakeApi({
    'GET /api/admin/fine-match': ({ query }) => ({
      success: true,
      data:
        query.get('plate') === 'KAA 999Z'
          ? { car: null, rental: null }
          : {
              car: { _id: 'c1', name: 'Nissan Leaf' },
              rental: {
                _id: 'b1',
                reference: 'BK4821',
                customer: 'Nekesa Barasa',
                reach: { email: null, isMuted: false, phone: '0722000111' },
                from: '2026-12-11T07:00:00Z',
                until: null,
              },
            },
    }),
  })
  renderPage(<RecordFineDialog open onClose={() => {}} />)
  const plate = await screen.findByRole('textbox', { name: /^Number plate/ })
  await user.type(plate, 'KAA 999Z')
  await user.type(screen.getByRole('textbox', { name: /^Day of the offence/ }), '11 Dec 2026')
  await user.type(screen.getByLabelText(/^Time of the offence/), '11:30')
  expect(await screen.findByText('No car of ours has this plate.')).toBeTruthy()
  await user.clear(plate)
  await user.type(plate, 'kda123a')
  expect(
    await screen.findByText(
      /Nekesa Barasa.*The fine is charged to this customer\. We have no email address of this customer, so no message is sent\. Please call or write to 0722 000 111\./,
    ),
  ).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Amount of the fine/ }), '3,000')
  await user.click(screen.getByRole('button', { name: 'Record a fine' }))
  expect(await screen.findByText(m.error_fine_paper_missing())).toBeTruthy()
  expect(requests.filter(({ name }) => name.startsWith('POST'))).toHaveLength(0)
})
