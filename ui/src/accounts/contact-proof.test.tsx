import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { type Locale, overwriteGetLocale } from '@twende/messages/runtime'
import { afterEach, expect, test } from 'vitest'
import { call } from '../api/call.ts'
import { fakeApi, refusalWith } from '../testing/fake-api.ts'
import { ContactProofHost } from './contact-proof-host.tsx'

const user = userEvent.setup({ delay: null })
const WHY = 'Many people use your internet connection.'

afterEach(() => overwriteGetLocale(() => 'en'))

type Needed = { ways: string[]; email: string; emailFixed: boolean }
const needed = (given: Partial<Needed> = {}): Needed => ({
  ways: ['email', 'sms'],
  email: 'amina@safari.example',
  emailFixed: false,
  ...given,
})

/** A server that takes a message once a code was proved, `123456` of the first challenge or `654321` of the second. */
function serve(data: Needed, code: 'contact_proof_needed' | 'email_proof_needed' = 'contact_proof_needed') {
  let proved = false
  let sent = 0
  return fakeApi({
    'POST /api/contact': () =>
      proved
        ? { success: true, message: 'Sent' }
        : Response.json({ success: false, code, message: WHY, data }, { status: 429 }),
    'POST /api/user/contact-code': () => {
      sent += 1
      return { success: true, message: '', data: { challenge: `challenge-${sent}` } }
    },
    'POST /api/user/contact-proof': ({ body }) => {
      const { challenge, code: typed } = body as { challenge: string; code: string }
      proved = challenge === 'challenge-1' ? typed === '123456' : typed === '654321'
      return proved ? { success: true, message: '' } : refusalWith(400, 'wrong_code', 'The code is wrong.')
    },
  })
}

const message = { name: 'Amina', email: 'amina@safari.example', message: 'Is the Prado free?' }
const send = () =>
  call('POST /api/contact', { body: message }).then(
    () => 'sent',
    (error: ApiError) => error.message,
  )
const field = (label: string) => screen.findByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const press = (name: string) => user.click(screen.getByRole('button', { name }))

test.each<Locale>(['en', 'sw'])(
  'in %s a refused call asks for a code, and is sent again as it was',
  async (locale) => {
    overwriteGetLocale(() => locale)
    const requests = serve(needed())
    render(<ContactProofHost />)
    const answered = send()
    const dialog = await screen.findByRole('dialog', { name: m.contact_proof_title({}, { locale }) })
    expect(dialog.textContent).toContain(WHY)
    expect((await field(m.common_email({}, { locale }))).value).toBe('amina@safari.example')
    await press(m.contact_proof_send({}, { locale }))
    const code = await field(m.login_code_label({}, { locale }))
    await waitFor(() => expect(document.activeElement).toBe(code))
    const where = { contact: 'amina@safari.example', minutes: 10 }
    expect(screen.getByText(m.contact_proof_sent_to(where, { locale }))).toBeTruthy()
    await user.type(code, '000000')
    await press(m.contact_proof_confirm({}, { locale }))
    expect(await screen.findByText('The code is wrong.')).toBeTruthy()
    await user.clear(code)
    await user.type(code, '123456')
    await press(m.contact_proof_confirm({}, { locale }))
    expect(await answered).toBe('sent')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    const bodies = requests.filter(({ name }) => name === 'POST /api/contact').map(({ body }) => body)
    expect(bodies).toEqual([message, message])
  },
)

test('a phone can be used instead, and a code that did not arrive is sent again', async () => {
  const requests = serve(needed({ email: '' }))
  render(<ContactProofHost />)
  const answered = send()
  await screen.findByRole('dialog')
  await press(m.contact_proof_send())
  expect(await screen.findByText(m.validation_email())).toBeTruthy()
  await press(m.contact_proof_by_sms())
  await user.type(await field(m.common_phone()), '0712 345 678')
  await press(m.contact_proof_send())
  await field(m.login_code_label())
  await press('Send it again')
  await waitFor(() =>
    expect(requests.filter(({ name }) => name === 'POST /api/user/contact-code')).toHaveLength(2),
  )
  await user.type(await field(m.login_code_label()), '654321')
  await press(m.contact_proof_confirm())
  expect(await answered).toBe('sent')
  expect(requests.find(({ name }) => name === 'POST /api/user/contact-code')?.body).toEqual({
    phone: '0712 345 678',
  })
})

test('where only one address counts, nothing is typed but the code', async () => {
  serve(needed({ ways: ['email'], emailFixed: true }), 'email_proof_needed')
  render(<ContactProofHost />)
  const answered = send()
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('amina@safari.example')
  expect(dialog.querySelector('input')).toBe(null)
  await press(m.contact_proof_send())
  await user.type(await field(m.login_code_label()), '123456')
  expect(screen.queryByRole('button', { name: m.contact_proof_other() })).toBe(null)
  await press(m.contact_proof_confirm())
  expect(await answered).toBe('sent')
})

test('whoever closes the dialog gets the words of the refusal, as does a page that cannot ask', async () => {
  serve(needed())
  expect(await send()).toBe(WHY)
  render(<ContactProofHost />)
  const answered = send()
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(await answered).toBe(WHY)
})
