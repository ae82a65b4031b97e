import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { m } from '@twende/messages'
import { signIn } from '@twende/ui/accounts/session.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { type FakeRequest, fakeApi } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test } from 'vitest'
import SettingsPage, { clientLoader } from './settings-page.tsx'

type Settings = Reply<'GET /api/admin/settings'>['data']

const settings: Settings = {
  businessName: 'Twende',
  whatsappNumber: '254700000111',
  mpesaBusinessName: '',
  mpesaAccountHint: '',
  bookingHoldMinutes: { mpesa: 30, whatsapp: 120 },
  orderHoldMinutes: { mpesa: 30, whatsapp: 120 },
  listingPlans: [
    { months: 1, price: 2000 },
    { months: 3, price: 4500 },
    { months: 6, price: 8000 },
    { months: 12, price: 15_000 },
  ],
  cancellation: CANCELLATION_POLICY,
  onlyRecordedCars: false,
  rentalTerms: RENTAL_TERMS,
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: 'Joseph Mutiso',
}
const LATER = '2026-11-20T09:05:00.000Z'
const LATEST = '2026-11-20T09:10:00.000Z'

const user = userEvent.setup({ delay: null })
const name = () => screen.getByLabelText<HTMLInputElement>(/^Business name\W*$/)
const saveButton = () => screen.getByRole('button', { name: m.admin_settings_save_button() })
const save = () => user.click(saveButton())
const isBusy = () => saveButton().hasAttribute('aria-busy')

/** The page over a server that reads the settings as `read` says, one answer after the other, and saves as `answer` says. */
async function open(read: (Settings | Response)[], answer: (body: Settings) => Settings | Response) {
  const requests = fakeApi({
    'GET /api/admin/settings': () => {
      const next = read.length > 1 ? read.shift() : read[0]
      return next instanceof Response ? next.clone() : { success: true, data: next ?? settings }
    },
    'POST /api/admin/settings': ({ body }) => {
      const answered = answer(body as Settings)
      return answered instanceof Response ? answered : { success: true, message: 'Saved', data: answered }
    },
  })
  const router = renderRoutes([loadedPage('*', SettingsPage, clientLoader)], '/admin/settings')
  await screen.findByRole('button', { name: m.admin_settings_save_button() })
  return {
    router,
    saves: () => requests.filter(({ name }) => name.startsWith('POST')).map(seenAt),
    reads: () => requests.filter(({ name }) => name.startsWith('GET')).length,
  }
}

const seenAt = ({ body }: FakeRequest) => (body as Settings).updatedAt
const broken = Response.json({ code: 'internal', message: 'Please try again later.' }, { status: 500 })

async function typeName(text: string) {
  await user.clear(name())
  await user.type(name(), text)
}

beforeEach(() => {
  signIn(`head.${btoa(JSON.stringify({ id: 'a', role: 'admin', name: 'Joseph' }))}.signature`)
})

test('what was typed stays when the settings cannot be read again', async () => {
  const { router } = await open([settings, broken], () => settings)
  await typeName('Twende Cars')
  await act(() => router.revalidate())
  expect(name().value).toBe('Twende Cars')
  expect(screen.queryByText(m.admin_settings_load_failed())).toBe(null)
})

test('an admin who saves twice in a row is not told of their own change, also where reading again fails', async () => {
  const moments = [LATER, LATEST]
  const { saves, reads } = await open([settings, broken], (body) => ({
    ...body,
    updatedAt: moments.shift() ?? LATEST,
    updatedBy: null,
  }))
  for (const [times, typed] of [
    [1, 'Twende Cars'],
    [2, 'Twende Kenya'],
  ] as const) {
    await typeName(typed)
    await save()
    await waitFor(() => expect(reads()).toBe(times + 1))
    await waitFor(() => expect(isBusy()).toBe(false))
  }
  expect(saves()).toEqual([settings.updatedAt, LATER])
})
