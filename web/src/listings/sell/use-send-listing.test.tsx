import { act, waitFor } from '@testing-library/react'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { expect, test, vi } from 'vitest'
import { newDraftFields } from './sell-draft.ts'
import { useSendListing } from './use-send-listing.ts'

/** Answers uploads one after the other, and lists their keys. A missing answer is one that was lost. */
function answerUploads(...answers: ({ status: number; response: unknown } | undefined)[]): string[] {
  const keys: string[] = []
  class FakeUpload {
    upload = {}
    status = 0
    response: unknown = null
    onload = () => {}
    onerror = () => {}
    open() {}
    setRequestHeader(name: string, value: string) {
      if (name === 'idempotency-key') keys.push(value)
    }
    send() {
      const answer = answers.shift()
      if (!answer) return this.onerror()
      Object.assign(this, answer)
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  return keys
}

test('a car whose answer was lost is sent with the same key after a refusal, so that it is listed once', async () => {
  const keys = answerUploads(
    undefined,
    { status: 429, response: { success: false, code: 'rate_limited', message: 'Too many requests' } },
    { status: 401, response: { success: false, code: 'not_signed_in', message: 'Please log in' } },
  )
  let attemptKey = ''
  let send: ReturnType<typeof useSendListing>['send'] = async () => {}
  function Form() {
    const sending = useSendListing({
      saveAttemptKey: (key) => {
        attemptKey = key
      },
      onListed: () => {},
      onListedBefore: () => {},
      onRefused: () => {},
    })
    send = sending.send
    return null
  }
  renderPage(<Form />, '/sell')
  const plans = [{ months: 1, price: 2000 }] as const
  for (const times of [1, 2, 3, 4]) {
    signInAs('Achieng')
    await act(() => send({ ...newDraftFields({ thisYear: 2026, plans }), pictures: [], attemptKey }))
    await waitFor(() => expect(keys).toHaveLength(times))
  }
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
})
