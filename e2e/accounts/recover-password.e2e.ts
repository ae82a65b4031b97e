import { expect } from '@playwright/test'
import { ApiError } from '@twende/contract/http/call.ts'
import { test } from '../support/journey.ts'
import { call, mailTo } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { newPerson, signInInPopup } from '../support/people.ts'

test('a forgotten password is set anew by a mailed code, and every old session ends', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 400.*\/api\/user\/verify-code/)
  const person = await newPerson()
  await open(page, '/mybookings')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const forgot = page.getByRole('dialog', { name: 'Forgot password' })
  await forgot.getByLabel('Email').fill(person.email)
  await checkPage(page)
  await forgot.getByRole('button', { name: 'Send code' }).click()

  const enter = page.getByRole('dialog', { name: 'Enter code' })
  await expect(enter.getByRole('status')).toHaveText('Password reset email has been sent.')
  await checkPage(page)
  const code = /is (\d{6})\./.exec(await mailTo(person.email))?.[1] ?? ''
  const wrong = code === '111111' ? '222222' : '111111'
  await enter.getByLabel('Code').fill(wrong)
  await enter.getByRole('button', { name: 'Verify code' }).click()
  await expect(enter.getByText('The code is wrong or has expired. Please request a new one.')).toBeVisible()
  await expect(enter.getByLabel('Code')).toBeFocused()
  await enter.getByLabel('Code').fill(code)
  await enter.getByRole('button', { name: 'Verify code' }).click()

  const reset = page.getByRole('dialog', { name: 'Reset password' })
  await reset.getByLabel('New password').fill('mpya na ndefu kabisa')
  await checkPage(page)
  await reset.getByRole('button', { name: 'Reset password' }).click()
  const login = page.getByRole('dialog', { name: 'Login' })
  await expect(login.getByRole('status')).toHaveText('Password has been reset successfully.')

  await expect(call('GET /api/user/me', {}, { token: person.token })).rejects.toThrow(ApiError)
  await signInInPopup(page, { email: person.email, password: 'mpya na ndefu kabisa' })
  await expect(login).toBeHidden()
  await expect(page.getByText('No bookings found')).toBeVisible()
})

test('the link of the mail leads to a new password, without a code, once', { tag: '@phone-only' }, async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 400.*\/api\/user\/verify-link/)
  const person = await newPerson()
  await call('POST /api/user/forgot-password', { body: { email: person.email } })
  // Long lines of a mail are folded, and an equals sign is written as =3D.
  const mail = (await mailTo(person.email)).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = /\/account#recovery=[\w-]{43}/.exec(mail)?.[0] ?? ''
  expect(link).not.toBe('')
  await page.goto(link)
  const reset = page.getByRole('dialog', { name: 'Reset password' })
  await expect(reset).toBeVisible()
  expect(page.url()).not.toContain('recovery')
  await checkPage(page)
  await reset.getByLabel('New password').fill('mpya na ndefu kabisa')
  await reset.getByRole('button', { name: 'Reset password' }).click()
  const login = page.getByRole('dialog', { name: 'Login' })
  await expect(login.getByRole('status')).toHaveText('Password has been reset successfully.')
  await signInInPopup(page, { email: person.email, password: 'mpya na ndefu kabisa' })
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await page.goto('/site.webmanifest')
  await page.goto(link)
  await expect(page.getByText('This link is no longer good.')).toBeVisible()
})
