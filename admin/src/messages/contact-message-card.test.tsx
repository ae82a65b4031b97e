import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ContactMessage } from '@twende/contract/content/contact-message-routes.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { ContactMessageCard } from './contact-message-card.tsx'

const letter: ContactMessage = {
  _id: '0198a000-0000-7000-8000-000000000004',
  name: 'Zawadi Mwangi',
  email: 'zawadi@example.com',
  message: 'Call me on 0722 918 273 about the Vitz.',
  state: 'open',
  receivedAt: '2026-11-20T08:00:00Z',
  answeredAt: null,
  answeredBy: null,
  forwardProblem: '',
}

const user = userEvent.setup({ delay: null })
const show = () =>
  renderPage(
    <>
      <ContactMessageCard contactMessage={letter} />
      <ToastHost />
    </>,
  )

test('a letter is answered by mail or in a chat with the number in it', () => {
  show()
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href(m.admin_messages_reply_button())).toMatch(/^mailto:zawadi/)
  expect(href('WhatsApp')).toContain('254722918273')
  expect(href(m.admin_messages_call_button())).toBe('tel:+254722918273')
})

test('a letter is marked as answered, and put back', async () => {
  const requests = fakeApi({
    'POST /api/admin/message/:messageId/answered': ({ body }) => {
      const { answered } = Object(body)
      const marked = { answeredAt: '2026-11-20T09:00:00Z', answeredBy: 'Mercy Atieno' }
      return { success: true, message: 'Marked', data: { ...letter, ...(answered && marked) } }
    },
  })
  show()
  await user.click(screen.getByRole('button', { name: m.admin_messages_answered_button() }))
  expect((await screen.findByRole('status')).textContent).toContain('Mercy Atieno')
  await user.click(screen.getByRole('button', { name: m.admin_messages_undo_button() }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.getByRole('button', { name: m.admin_messages_answered_button() })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ answered: true }, { answered: false }])
})

test('a message that cannot be marked stays unmarked, and says why', async () => {
  fakeApi({
    'POST /api/admin/message/:messageId/answered': () => refusalWith(404, 'not_found', 'It is gone.'),
  })
  show()
  await user.click(screen.getByRole('button', { name: m.admin_messages_answered_button() }))
  expect(await screen.findByText('It is gone.')).toBeTruthy()
  expect(screen.getByRole('button', { name: m.admin_messages_answered_button() })).toBeTruthy()
})
