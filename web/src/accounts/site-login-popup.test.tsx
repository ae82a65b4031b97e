import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { closeLogin, openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { afterEach, expect, test } from 'vitest'
import { SiteLoginPopup } from './site-login-popup.tsx'

const user = userEvent.setup({ delay: null })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const press = (name: string) => user.click(screen.getByRole('button', { name }))

async function openPopup(mode: 'login' | 'signup') {
  renderPage(<SiteLoginPopup />)
  act(() => openLogin({ mode }))
  await screen.findByRole('dialog')
}

afterEach(() => act(closeLogin))

test('the terms must be ticked, and a wrong password is refused in words', async () => {
  const requests = fakeApi({
    'POST /api/user/login': () => refusalWith(401, 'wrong_login', 'The email or the password is wrong.'),
  })
  await openPopup('login')
  await user.type(field(m.common_email()), 'amina@safari.example')
  await user.type(field(m.common_password()), 'not my password')
  await press(m.common_log_in())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox')))
  expect(screen.getByText(m.login_agree_missing())).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(screen.getByRole('checkbox'))
  await press(m.common_log_in())
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('The email or the password is wrong.'),
  )
  expect(field(m.common_email()).value).toBe('amina@safari.example')
})

test('a new password that is easy to guess is called that while it is typed', async () => {
  await openPopup('signup')
  await user.type(field(m.common_password()), 'midnight')
  expect(await screen.findByText(m.login_password_easy())).toBeTruthy()
  await user.clear(field(m.common_password()))
  await user.type(field(m.common_password()), 'matatu yangu ni ya rangi')
  await waitFor(() => expect(screen.queryByText(m.login_password_easy())).toBe(null))
})

test('an email that has an account already is told so at its field', async () => {
  const message = 'An account with this email already exists'
  fakeApi({ 'POST /api/user/register': () => refusalWith(409, 'email_taken', message) })
  await openPopup('signup')
  await user.type(field(m.common_name()), 'Somebody Else')
  await user.type(field(m.common_email()), 'amina@safari.example')
  await user.type(field(m.common_password()), 'another long password')
  await user.click(screen.getByRole('checkbox'))
  await press(m.login_create())
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(m.common_email())))
})

test('recovery goes on with the words of the server, whoever the address is of', async () => {
  fakeApi({
    'POST /api/user/forgot-password': () => ({
      success: true,
      message: 'Password reset email has been sent.',
    }),
  })
  await openPopup('login')
  await press(m.login_forgot_link())
  await user.type(field(m.common_email()), 'nobody.at.all@safari.example')
  await press(m.login_forgot_send())
  expect((await screen.findByRole('status')).textContent).toBe('Password reset email has been sent.')
  expect(screen.getByRole('dialog', { name: m.login_code_title() })).toBeTruthy()
})

test('recovery without a network says so in its own words', async () => {
  fakeApi({
    'POST /api/user/forgot-password': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await openPopup('login')
  await press(m.login_forgot_link())
  await user.type(field(m.common_email()), 'somebody@safari.example')
  await press(m.login_forgot_send())
  expect(await screen.findByText(m.login_forgot_failed())).toBeTruthy()
})
