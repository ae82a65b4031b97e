import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import ContactPage from './contact-page.tsx'

const user = userEvent.setup({ delay: null })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const send = () => user.click(screen.getByRole('button', { name: m.contact_send() }))

async function fill(label: string, text: string) {
  await user.click(field(label))
  await user.paste(text)
}

async function write() {
  renderPage(<ContactPage />, '/contactus')
  await fill(m.contact_name_label(), 'Amina Hassan')
  await fill(m.common_email(), 'amina@safari.example')
  await fill(m.contact_message_label(), 'Is the Prado free on Friday?')
}

test('a message that is refused, or does not arrive, stays as it was typed, and is sent in the end', async () => {
  const answers = [
    () => refusalWith(502, 'message_not_taken', 'Invalid Access Key'),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ]
  const requests = fakeApi({
    'POST /api/contact': () => answers.shift()?.() ?? { success: true, message: 'Sent' },
  })
  await write()
  await send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Invalid Access Key'))
  await send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(m.contact_unreachable()))
  expect(field(m.contact_message_label()).value).toBe('Is the Prado free on Friday?')
  await send()
  await waitFor(() => expect(screen.getByText(m.contact_sent_title())).toBe(document.activeElement))
  expect(requests).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: m.contact_write_another() }))
  expect(field(m.contact_message_label()).value).toBe('')
})

test('what a program sets in the hidden field, without an event, is sent along', async () => {
  const requests = fakeApi({ 'POST /api/contact': () => ({ success: true, message: 'Sent' }) })
  await write()
  const hidden = document.querySelector<HTMLInputElement>('[name="botcheck"]') ?? expect.fail()
  expect(hidden.closest('[aria-hidden="true"]')?.className).toBe('hidden')
  expect(hidden.tabIndex).toBe(-1)
  hidden.value = 'https://spam.example'
  await send()
  await waitFor(() => expect(screen.getByText(m.contact_sent_title())).toBeTruthy())
  expect(requests[0]?.body).toMatchObject({ name: 'Amina Hassan', botcheck: 'https://spam.example' })
})

test('a field that was left empty says so and has the focus, and nothing is sent', async () => {
  const requests = fakeApi({})
  renderPage(<ContactPage />, '/contactus')
  await send()
  await waitFor(() => expect(document.activeElement).toBe(field(m.contact_name_label())))
  expect(screen.getByText(m.validation_message_missing())).toBeTruthy()
  expect(requests).toEqual([])
})

test('while a message is on its way its button says so, and is sent once', async () => {
  const answer = Promise.withResolvers<{ success: true; message: string }>()
  const requests = fakeApi({ 'POST /api/contact': () => answer.promise })
  await write()
  await send()
  await user.click(await screen.findByRole('button', { name: 'Sending....' }))
  answer.resolve({ success: true, message: 'Sent' })
  expect(await screen.findByText(m.contact_sent_title())).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('the page says where else we are', () => {
  renderPage(<ContactPage />, '/contactus')
  const media = within(screen.getByRole('navigation', { name: 'Social media' }))
  expect(media.getAllByRole('link')).toHaveLength(4)
  const chat = screen.getByRole('link', { name: m.contact_chat() })
  expect(chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/254700000111\?text=/)
})
