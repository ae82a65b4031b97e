import { cleanup, configure, getConfig } from '@testing-library/react'
import { overwriteGetLocale } from '@twende/messages/runtime'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { currentSession } from '../accounts/session.ts'
import { toastQueue } from '../controls/toast.ts'
import { fakeApi } from './fake-api.ts'

overwriteGetLocale(() => 'en')
// Nothing loads pictures here: one that is not there yet is not one that failed.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })
// A missing element is named without the whole page; a busy machine has time to show it.
configure({ getElementError: (message) => new Error(message ?? ''), asyncUtilTimeout: 120_000 })

// React renders what an effect changed in a later turn of the event loop. Whoever finds an element waits for these turns, as
// otherwise a dialog is there on a busy machine, but cannot be clicked yet.
const TURNS_OF_REACT = 4
const nextTurn = globalThis.setImmediate
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const result = await wait()
      for (let turn = 0; turn < TURNS_OF_REACT; turn++)
        await new Promise((resolve) => nextTurn(() => resolve(undefined)))
      return result
    }),
})

beforeEach(() => {
  // A browser has it; the page deletes what is in it when a session ends.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
  fakeApi({})
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  // Tests share modules: the next one finds neither the session of this one nor what it had to say.
  currentSession()
  toastQueue.serve(() => {})()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
