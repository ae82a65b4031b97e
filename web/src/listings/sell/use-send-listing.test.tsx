import { act, waitFor } from '@testing-library/react'
import { m } from '@twende/messages'
import { overwriteGetLocale } from '@twende/messages/runtime'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newDraftFields } from './sell-draft.ts'
import { uploadListing } from './upload-listing.ts'
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
      onPictureRefused: () => {},
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

test('of four photos only the one that was refused is asked for again', async () => {
  const refusal = { code: 'picture_unreadable', message: 'It is damaged.', data: { picture: 2 } }
  answerUploads({ status: 422, response: { success: false, ...refusal } })
  const refused: string[][] = []
  let send: ReturnType<typeof useSendListing>['send'] = async () => {}
  function Form() {
    send = useSendListing({
      saveAttemptKey: () => {},
      onListed: () => {},
      onListedBefore: () => {},
      onRefused: () => {},
      onPictureRefused: (id, why) => refused.push([id, why]),
    }).send
    return null
  }
  renderPage(<Form />, '/sell')
  signInAs('Achieng')
  const plans = [{ months: 1, price: 2000 }] as const
  const pictures = ['a', 'b', 'c', 'd'].map((id) => ({ id, blob: new Blob([id]) }))
  await act(() => send({ ...newDraftFields({ thisYear: 2026, plans }), pictures, attemptKey: '' }))
  await waitFor(() => expect(refused).toHaveLength(1))
  expect(refused).toEqual([['c', m.picture_refused({ place: 3, why: 'It is damaged.' })]])
})

test('a car is listed in the language of the page, so that its answer is too', async () => {
  overwriteGetLocale(() => 'sw')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  const languages: string[] = []
  class FakeUpload {
    upload = {}
    status = 500
    onload = () => {}
    open() {}
    setRequestHeader(name: string, value: string) {
      if (name === 'accept-language') languages.push(value)
    }
    send() {
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  await uploadListing({ fields: {}, pictures: [], token: '', idempotencyKey: '', onProgress: () => {} })
  expect(languages).toEqual(['sw'])
})
