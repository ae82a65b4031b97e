import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { freshProof } from '@twende/ui/api/call.ts'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExportButton } from './export-button.tsx'

const user = userEvent.setup({ delay: null })
const saved: string[] = []
const { ask } = freshProof

beforeEach(() => {
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  if (ask) freshProof.ask = ask
  else Reflect.deleteProperty(freshProof, 'ask')
})

const table = () =>
  new Response('Reference', { headers: { 'content-disposition': 'attachment; filename="bookings.csv"' } })
const button = () => screen.getByRole('button', { name: m.admin_common_export() })

/** The button of a filtered list, over a server that answers like this. */
function show(answer: () => Response) {
  const requests = fakeApi({ 'GET /api/admin/bookings.csv': answer as never })
  renderPage(
    <>
      <ExportButton csv="GET /api/admin/bookings.csv" filters={{ queue: 'all', search: 'Zawadi' }} />
      <ToastHost />
    </>,
  )
  return requests
}

test('the list goes home as a table, with its filters and the name that the server gave it', async () => {
  const requests = show(table)
  await user.click(button())
  await waitFor(() => expect(saved).toEqual(['bookings.csv']))
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ queue: 'all', search: 'Zawadi' })
})

test.each([
  [true, ['bookings.csv']],
  [false, []],
])('where the server wants a fresh proof it is asked for, and given: %s', async (given, expected) => {
  let proved = false
  freshProof.ask = async () => {
    proved = given
    return given
  }
  const message = 'Please confirm that it is you first.'
  const requests = show(() => (proved ? table() : refusalWith(403, 'fresh_proof_needed', message)))
  await user.click(button())
  if (given) await waitFor(() => expect(saved).toEqual(expected))
  else expect(await screen.findByText(message)).toBeTruthy()
  expect(saved).toEqual(expected)
  expect(requests).toHaveLength(given ? 2 : 1)
})
