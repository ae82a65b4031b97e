import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import type { OwnSession } from '@twende/contract/accounts/session-routes.ts'
import { m } from '@twende/messages'
import { AskHost } from '@twende/ui/controls/app-frame.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import AccountPage, { clientLoader } from './account-page.tsx'
import { SiteLoginPopup } from './site-login-popup.tsx'

const profile: Profile = {
  _id: 'a1',
  name: 'Njeri Wambua',
  email: 'njeri@safari.example',
  phone: '254712345678',
  role: 'user',
  rights: [],
  memberSince: '2026-01-05T08:00:00Z',
  notifications: { bookings: true, listings: true, orders: true, sms: false },
  channels: ['sms'],
  locale: 'en',
}
const factors: SecondFactors = { app: null, passkeys: [], recoveryCodesLeft: 0, required: false }
const here: OwnSession = {
  _id: 's1',
  device: { browser: 'firefox', system: 'android' },
  begunAt: '2026-11-01T08:00:00Z',
  lastUsedAt: '2026-11-02T08:00:00Z',
  isThisOne: true,
}
const laptop: OwnSession = {
  ...here,
  _id: 's2',
  device: { browser: 'chrome', system: 'windows' },
  isThisOne: false,
}

const user = userEvent.setup({ delay: null })
const token = () => localStorage.getItem('token')
const region = (name: string) => within(screen.getByRole('region', { name }))
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const starting = (label: string) => (text: string) => text.startsWith(label)

function Account() {
  const props: Parameters<typeof AccountPage>[0] = { loaderData: useLoaderData() } as never
  return (
    <>
      <AccountPage {...props} />
      <AskHost />
      <ToastHost />
      <SiteLoginPopup />
    </>
  )
}

/** The page of somebody who is signed in, over a server that answers like this besides. */
async function show(answers: Parameters<typeof fakeApi>[0] = {}, mine: Partial<Profile> = {}) {
  localStorage.setItem('token', 'old')
  const requests = fakeApi({
    'GET /api/user/me': () => ({ success: true, data: { ...profile, ...mine } }),
    'GET /api/user/sessions': () => ({ success: true, data: [here, laptop] }),
    'GET /api/user/second-factors': () => ({ success: true, data: factors }),
    ...answers,
  })
  const account = { path: '/account', loader: clientLoader as never, Component: Account }
  const router = renderRoutes([account, { path: '/', element: <ToastHost /> }], '/account')
  await screen.findByRole('button', { name: m.account_delete() })
  return { router, sent: () => requests.filter(({ name }) => name.startsWith('POST')) }
}

afterEach(() => {
  window.location.hash = ''
})

test('another phone needs the password, is refused at its field when it is none, and is saved', async () => {
  const { sent } = await show({
    'POST /api/user/update': () => ({ success: true, token: 'new', message: 'Saved.', data: profile }),
  })
  const you = region(m.account_you())
  expect(field(/^Phone/).value).toBe('0712 345 678')
  expect(you.queryByLabelText(starting(m.common_password()))).toBeNull()
  await user.clear(field(/^Phone/))
  await user.type(field(/^Phone/), '12')
  await user.click(you.getByRole('button', { name: m.common_save() }))
  expect(await you.findByText(m.validation_kenyan_phone())).toBeTruthy()
  expect(you.getByText(m.validation_password_missing())).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(/^Phone/)))
  expect(sent()).toEqual([])
  await user.clear(field(/^Phone/))
  await user.type(field(/^Phone/), '0722 000 111')
  await user.type(you.getByLabelText(starting(m.common_password())), 'matatu yangu')
  await user.click(you.getByRole('button', { name: m.common_save() }))
  expect(await screen.findByText('Saved.')).toBeTruthy()
  expect(sent().map(({ body }) => body)).toEqual([
    { name: 'Njeri Wambua', phone: '0722 000 111', password: 'matatu yangu' },
  ])
  expect(token()).toBe('new')
})

test('which mails come is sent at once, and is as before when the server refuses', async () => {
  const { sent } = await show(
    { 'POST /api/user/update': () => refusalWith(429, 'rate_limited', 'Please wait a moment.') },
    { phone: null },
  )
  const listings = screen.getByRole<HTMLInputElement>('checkbox', { name: /^My listings/ })
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^SMS/ }).disabled).toBe(true)
  await user.click(listings)
  expect(await screen.findByText('Please wait a moment.')).toBeTruthy()
  expect(sent().map(({ body }) => body)).toEqual([{ notifications: { listings: false } }])
  expect(listings.checked).toBe(true)
})

test('a wrong old password is told at its field and keeps the new one; the right one empties the form', async () => {
  let right = false
  await show({
    'POST /api/user/change-password': () =>
      right
        ? { success: true, token: 'new', message: 'Every other device has been logged out.' }
        : refusalWith(403, 'wrong_password', 'This is not your password.'),
  })
  const form = region(m.common_password())
  const [old, fresh] = [m.account_old_password(), m.login_new_password_label()].map((label) =>
    form.getByLabelText<HTMLInputElement>(starting(label)),
  )
  if (!old || !fresh) throw new Error('the fields are not there')
  await user.type(old, 'not my password')
  await user.type(fresh, 'a new and longer password')
  await user.click(form.getByRole('button', { name: m.account_change_password() }))
  expect(await form.findByText('This is not your password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(old))
  expect(fresh.value).toBe('a new and longer password')
  right = true
  await user.click(form.getByRole('button', { name: m.account_change_password() }))
  expect(await screen.findByText('Every other device has been logged out.')).toBeTruthy()
  await waitFor(() => expect(fresh.value).toBe(''))
  expect(token()).toBe('new')
})

test('a session elsewhere is ended, and this one is marked', async () => {
  let sessions = [here, laptop]
  const { sent } = await show({
    'GET /api/user/sessions': () => ({ success: true, data: sessions }),
    'POST /api/user/session/:sessionId/end': () => {
      sessions = [here]
      return { success: true, message: 'That device is logged out.' }
    },
  })
  const list = within(screen.getByRole('list', { name: m.account_devices_label() }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first?.textContent).toContain(m.account_device_this())
  expect(second?.textContent).toContain('Chrome on Windows')
  await user.click(list.getByRole('button', { name: m.account_device_end() }))
  expect(await screen.findByText('That device is logged out.')).toBeTruthy()
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(sent().map(({ path }) => path)).toEqual(['/api/user/session/s2/end'])
})

test('logging out everywhere is asked about, forgets the token and goes home', async () => {
  const { router, sent } = await show({
    'POST /api/user/logout-everywhere': () => ({ success: true, message: 'You are out everywhere.' }),
  })
  await user.click(screen.getByRole('button', { name: m.account_log_out_all() }))
  const question = () => within(screen.getByRole('alertdialog', { name: m.account_log_out_all_question() }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('button', { name: m.account_log_out_all() }))
  await screen.findByRole('alertdialog')
  await user.click(question().getByRole('button', { name: m.account_log_out_all_button() }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(token()).toBeNull()
  expect(await screen.findByText('You are out everywhere.')).toBeTruthy()
})

test('an account is deleted by its password and the typed word; one that is busy stays and says why', async () => {
  let busy = true
  const { router, sent } = await show({
    'POST /api/user/delete': () =>
      busy
        ? refusalWith(409, 'account_in_use', 'A booking is still under way.')
        : { success: true, message: 'Your account is deleted.' },
  })
  await user.click(screen.getByRole('button', { name: m.account_delete() }))
  const dialog = within(await screen.findByRole('dialog', { name: m.account_delete() }))
  const yes = () => user.click(dialog.getByRole('button', { name: m.account_delete() }))
  await yes()
  expect(await dialog.findByText(m.validation_password_missing())).toBeTruthy()
  expect(sent()).toEqual([])
  await user.type(dialog.getByLabelText(starting(m.common_password())), 'matatu yangu')
  await user.type(dialog.getByRole('textbox'), 'DELETE')
  await yes()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('A booking is still under way.'))
  expect(token()).toBe('old')
  busy = false
  await yes()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(token()).toBeNull()
  expect(sent().map(({ body }) => body)[1]).toEqual({ password: 'matatu yangu', confirmation: 'DELETE' })
})

test('the link of a recovery mail leads to a new password and leaves the address, once', async () => {
  let good = true
  const requests = fakeApi({
    'POST /api/user/verify-link': () =>
      good
        ? { success: true, message: 'Right', email: profile.email }
        : refusalWith(400, 'recovery_link_over', 'This link is no longer good.'),
    'POST /api/user/reset-password': () => ({ success: true, message: 'It is reset.' }),
  })
  const account = { path: '/account', loader: clientLoader as never, Component: Account }
  window.location.hash = '#recovery=secret'
  renderRoutes([account], '/account')
  const reset = within(await screen.findByRole('dialog', { name: m.login_reset_password() }))
  expect(window.location.hash).toBe('')
  expect(requests[0]?.body).toEqual({ secret: 'secret' })
  await user.type(reset.getByLabelText(starting(m.login_new_password_label())), 'mpya na ndefu kabisa')
  await user.click(reset.getByRole('button', { name: m.login_reset_password() }))
  const login = within(await screen.findByRole('dialog', { name: m.common_log_in() }))
  expect(login.getByRole('status').textContent).toBe('It is reset.')
  await user.keyboard('{Escape}')
  good = false
  window.location.hash = '#recovery=secret'
  renderRoutes([account], '/account')
  expect(await screen.findByText('This link is no longer good.')).toBeTruthy()
})
