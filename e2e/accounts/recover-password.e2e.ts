import { expect } from '@playwright/test'
import { ApiError } from '@twende/contract/http/call.ts'
import { test } from '../support/journey.ts'
import { call, mailTo } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { newPerson, signInInPopup } from '../support/people.ts'

test('a forgotten password is set anew by a mailed code, and every old session ends', async ({
  page,
  checkPage,
}) => {
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
  await checkPage(page, 'without bookings')
})
