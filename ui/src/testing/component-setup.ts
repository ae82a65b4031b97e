import { cleanup, configure } from '@testing-library/react'
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
