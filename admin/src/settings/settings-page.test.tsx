import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import SettingsPage, { clientLoader } from './settings-page.tsx'

type Settings = RouteAnswer<Routes['GET /api/admin/settings']>['data']

const first: Settings = {
  businessName: 'Twende',
  whatsappNumber: '254700000111',
  mpesaBusinessName: 'DEMO MOTORS',
  mpesaAccountHint: '',
  bookingHoldMinutes: { mpesa: 30, whatsapp: 120 },
  orderHoldMinutes: { mpesa: 30, whatsapp: 120 },
  listingPlans: [
    { months: 1, price: 2_000 },
    { months: 3, price: 4_500 },
    { months: 6, price: 8_000 },
    { months: 12, price: 14_000 },
  ],
  cancellation: CANCELLATION_POLICY,
  onlyRecordedCars: false,
  rentalTerms: RENTAL_TERMS,
  updatedAt: null,
  updatedBy: null,
}

const user = userEvent.setup({ delay: null })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const businessName = () => screen.getByLabelText<HTMLInputElement>(/^Business name\W*$/)
const threeMonths = () => field('3 months')
const save = () => user.click(screen.getByRole('button', { name: m.admin_settings_save_button() }))

async function type(input: HTMLInputElement, text: string) {
  await user.clear(input)
  await user.type(input, text)
}

function Settings() {
  const props: Parameters<typeof SettingsPage>[0] = { loaderData: useLoaderData() } as never
  return (
    <>
      <SettingsPage {...props} />
      <ToastHost />
    </>
  )
}

/** A token that says this role; the fake server does not look at it. */
const tokenOf = (role: string) => `x.${btoa(JSON.stringify({ id: 'a1', role }))}.x`

/** The page of an admin, over a server whose settings are what `now` says. */
async function show(now: () => Settings, answers: Parameters<typeof fakeApi>[0] = {}, role = 'admin') {
  localStorage.setItem('token', tokenOf(role))
  const requests = fakeApi({ 'GET /api/admin/settings': () => ({ success: true, data: now() }), ...answers })
  const router = renderRoutes(
    [{ path: '/admin/settings', loader: clientLoader as never, Component: Settings }],
    '/admin/settings',
  )
  await screen.findByRole('heading', { name: m.admin_settings_cancellation_title() })
  return {
    router,
    sent: () => requests.filter(({ name }) => name.startsWith('POST')).map(({ body }) => Object(body)),
    reads: () => requests.filter(({ name }) => name.startsWith('GET')).length,
  }
}

test('a longer plan costs more than a shorter one, and both prices are sent as they were seen', async () => {
  let now = first
  const { sent } = await show(() => now, {
    'POST /api/admin/settings': ({ body }) => {
      now = { ...first, ...Object(body), updatedAt: '2026-11-20T09:00:00.000Z', updatedBy: 'Joseph Kariuki' }
      return { success: true, message: 'Settings saved', data: now }
    },
  })
  await type(threeMonths(), '1900')
  await save()
  expect(await screen.findByText(m.validation_plan_order())).toBeTruthy()
  expect(sent()).toEqual([])
  await type(threeMonths(), '4800')
  await save()
  expect(await screen.findByText('Settings saved')).toBeTruthy()
  expect(sent()[0]).toMatchObject({ updatedAt: null, businessName: 'Twende' })
  expect(sent()[0].listingPlans[1]).toEqual({ months: 3, price: 4_800 })
  expect(await screen.findByText(/Joseph Kariuki/)).toBeTruthy()
  // The next save is made on what this one saved.
  await type(threeMonths(), '4900')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1].updatedAt).toBe('2026-11-20T09:00:00.000Z')
})

test('an example says what cancelling costs while it is typed', async () => {
  await show(() => first)
  await type(field('Free cancellation until'), '8')
  expect(
    await screen.findByText(
      'A rental of 5 days for Ksh 22,500, cancelled 7 hours before pickup: the cancellation fee is Ksh 4,500.',
    ),
  ).toBeTruthy()
})

test('whoever saves after somebody else is told, and what was typed stays', async () => {
  let now = first
  await show(() => now, {
    'POST /api/admin/settings': () => {
      now = { ...first, businessName: 'Twende Nairobi', updatedAt: '2026-11-20T09:00:00.000Z' }
      return refusalWith(409, 'changed_meanwhile', 'This has changed meanwhile.')
    },
  })
  await type(threeMonths(), '4800')
  await save()
  expect(
    await screen.findByText(m.admin_settings_changed_meanwhile({ message: 'This has changed meanwhile.' })),
  ).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>(/^Business name\W*$/).value).toBe('Twende Nairobi'),
  )
  expect(threeMonths().value).toBe('4800')
})

test('staff looks and does not touch', async () => {
  await show(() => first, {}, 'staff')
  expect(screen.queryByRole('button', { name: m.admin_settings_save_button() })).toBeNull()
  const legend = screen.getByRole<HTMLFieldSetElement>('group', { name: m.admin_settings_legend() })
  expect(legend.disabled).toBe(true)
  expect(within(legend).getAllByRole('textbox')).not.toEqual([])
})

/** Settings that are read once; each later reading fails. */
function readOnce() {
  let isRead = false
  return () => {
    if (isRead)
      return Response.json({ code: 'internal', message: 'Please try again later.' }, { status: 500 })
    isRead = true
    return { success: true as const, data: first }
  }
}

test('what was typed stays when the settings cannot be read again', async () => {
  const { router } = await show(() => first, { 'GET /api/admin/settings': readOnce() })
  await type(businessName(), 'Twende Cars')
  await act(() => router.revalidate())
  expect(businessName().value).toBe('Twende Cars')
  expect(screen.queryByText(m.admin_settings_load_failed())).toBe(null)
})

test('an admin who saves twice in a row is not told of their own change, also where reading again fails', async () => {
  const moments = ['2026-11-20T09:05:00.000Z', '2026-11-20T09:10:00.000Z']
  const { sent, reads } = await show(() => first, {
    'GET /api/admin/settings': readOnce(),
    'POST /api/admin/settings': ({ body }) => {
      const data: Settings = {
        ...Object(body),
        updatedAt: moments[sent().length - 1] ?? null,
        updatedBy: null,
      }
      return { success: true, message: 'Saved', data }
    },
  })
  const button = () => screen.getByRole('button', { name: m.admin_settings_save_button() })
  for (const [times, typed] of [
    [1, 'Twende Cars'],
    [2, 'Twende Kenya'],
  ] as const) {
    await type(businessName(), typed)
    await save()
    await waitFor(() => expect(reads()).toBe(times + 1))
    await waitFor(() => expect(button().hasAttribute('aria-busy')).toBe(false))
  }
  expect(sent().map(({ updatedAt }) => updatedAt)).toEqual([first.updatedAt, moments[0]])
})
