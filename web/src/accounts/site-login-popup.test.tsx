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

test('a wrong code of the recovery mail is told at its field', async () => {
  const refused = 'The code is wrong or has expired.'
  fakeApi({
    'POST /api/user/forgot-password': () => ({ success: true, message: 'Sent.' }),
    'POST /api/user/verify-code': () => refusalWith(400, 'wrong_code', refused),
  })
  await openPopup('login')
  await press(m.login_forgot_link())
  await user.type(field(m.common_email()), 'amina@safari.example')
  await press(m.login_forgot_send())
  await screen.findByRole('dialog', { name: m.login_code_title() })
  await user.type(field(m.login_code_label()), '111111')
  await press(m.login_code_verify())
  expect(await screen.findByText(refused)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(m.login_code_label())))
})

const challenge = 'c'.repeat(43)

/** Up to the question for the second factor, of an account with an app. */
async function logInWithApp(answer: (body: unknown) => Response | { success: true; token: string }) {
  const question = { challenge, methods: ['app', 'recovery'] }
  const code = 'second_factor_needed'
  const requests = fakeApi({
    'POST /api/user/login': () =>
      Response.json({ success: false, code, message: 'One more step', data: question }, { status: 401 }),
    'POST /api/user/second-factor': ({ body }) => answer(body) as never,
  })
  await openPopup('login')
  await user.type(field(m.common_email()), 'amina@safari.example')
  await user.type(field(m.common_password()), 'matatu yangu ni ya rangi')
  await user.click(screen.getByRole('checkbox'))
  await press(m.common_log_in())
  await screen.findByRole('dialog', { name: m.login_second_step_title() })
  return () => requests.filter(({ name }) => name.endsWith('second-factor')).map(({ body }) => body)
}

test('the log-in asks for a code of the app, tells a wrong one at its field, and takes the next by Enter', async () => {
  const wrong = 'This is not right, or was used already.'
  let refused = true
  const sent = await logInWithApp(() =>
    refused ? refusalWith(400, 'wrong_second_factor', wrong) : { success: true, token: 'new' },
  )
  const code = await screen.findByLabelText<HTMLInputElement>((text) => text.startsWith(m.login_code_label()))
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(code.autocomplete).toBe('one-time-code')
  await user.type(code, '123456{Enter}')
  expect(await screen.findByText(wrong)).toBeTruthy()
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(code)
  expect(localStorage.getItem('token')).toBeNull()
  refused = false
  await user.clear(code)
  await user.type(code, '654 321{Enter}')
  await waitFor(() => expect(localStorage.getItem('token')).toBe('new'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent()).toMatchObject([{ challenge, code: '123456' }, { code: '654 321' }])
})

test('who lost the app logs in by a recovery code', async () => {
  const sent = await logInWithApp(() => ({ success: true, token: 'new' }))
  await user.click(await screen.findByRole('button', { name: m.login_proof_other_recovery() }))
  await user.type(field(m.login_recovery_code_label()), 'ABCD-EFGH-2345-6789-ABCD-EFGH')
  await press(m.common_log_in())
  await waitFor(() => expect(localStorage.getItem('token')).toBe('new'))
  expect(sent()).toEqual([{ challenge, recoveryCode: 'ABCD-EFGH-2345-6789-ABCD-EFGH' }])
})

async function logIn() {
  await user.type(field(m.common_email()), 'amina@safari.example')
  await user.type(field(m.common_password()), 'a long password')
  await user.click(screen.getByRole('checkbox'))
  await press(m.common_log_in())
}

test.each([
  [{ success: false, message: 'Invalid credentials' }, 200, 'Invalid credentials'],
  [{ success: true }, 200, 'Server returned invalid response'],
  [{ success: false, message: 'The mail server is away' }, 500, 'The mail server is away'],
])(
  'a log-in that is answered %j (%i) is refused with "%s", and the popup stays',
  async (body, status, words) => {
    fakeApi({ 'POST /api/user/login': () => Response.json(body, { status }) })
    await openPopup('login')
    await logIn()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))
    expect(localStorage.getItem('token')).toBe(null)
  },
)

test('recovery that is refused with status 200 stays at the email', async () => {
  fakeApi({ 'POST /api/user/forgot-password': () => Response.json({ success: false, message: 'Not known' }) })
  await openPopup('login')
  await press(m.login_forgot_link())
  await user.type(field(m.common_email()), 'nobody@safari.example')
  await press(m.login_forgot_send())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not known'))
})
