import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { expect, test } from 'vitest'
import { call, freshProof } from '../api/call.ts'
import { fakeApi, refusalWith } from '../testing/fake-api.ts'
import { FreshProofs } from './fresh-proofs.tsx'

test('a call that needs a fresh proof before the dialog is fetched waits for it, and is sent again then', async () => {
  let isProved = false
  const requests = fakeApi({
    'GET /api/user/export': () =>
      isProved
        ? ({ success: true } as never)
        : refusalWith(403, 'fresh_proof_needed', 'Please confirm that it is you.'),
    'POST /api/user/proof-question': () => ({
      success: true,
      data: { challenge: 'c'.repeat(43), methods: ['password'], passkey: null },
    }),
    'POST /api/user/proof': () => {
      isProved = true
      return { success: true, message: '' }
    },
  })
  const user = userEvent.setup({ delay: null })
  const { unmount } = render(<FreshProofs />)
  expect(freshProof.ask).toBeDefined()
  const answered = call('GET /api/user/export', {})
  expect(await screen.findByRole('dialog', { name: m.login_proof_title() })).toBeTruthy()
  await user.type(await screen.findByLabelText(/password/i, { selector: 'input' }), 'kilimanjaro')
  await user.click(screen.getByRole('button', { name: m.login_proof_confirm() }))
  expect(await answered).toEqual({ success: true })
  expect(requests.map(({ name }) => name)).toEqual([
    'GET /api/user/export',
    'POST /api/user/proof-question',
    'POST /api/user/proof',
    'GET /api/user/export',
  ])
  unmount()
  await waitFor(() => expect(freshProof.ask).toBe(undefined))
})
