import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { m } from '@twende/messages'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
// Loaded late by the panel.
import '../form/reason-dialog.tsx'
import { ReviewPanel } from './review-panel.tsx'

const read = 'Everybody reads the answer below the review.'
const hidden = 'The review is hidden: only its customer reads the answer, until the review is shown again.'
const replaces = 'It takes the place of the answer that is there; an empty one takes that away.'

test.each([
  ['a first answer', {}, [read]],
  ['another answer', { answer: 'Thank you.' }, [read, replaces]],
  ['an answer to a hidden review', { hiddenReason: 'Names a person' }, [hidden]],
  ['another to a hidden one', { answer: 'Thank you.', hiddenReason: 'Names a person' }, [hidden, replaces]],
])('before %s staff reads who sees it, and what becomes of an earlier one', async (_, known, said) => {
  const review = { rating: 2, comment: 'Noisy', answer: '', hiddenReason: '', ...known }
  renderPage(<ReviewPanel booking={{ _id: 'b1', review } as unknown as AdminBooking} />)
  await userEvent.click(await screen.findByRole('button', { name: m.admin_review_answer_button() }))
  const dialog = await screen.findByRole('dialog')
  expect([read, hidden, replaces].filter((words) => dialog.textContent?.includes(words))).toEqual(said)
})
