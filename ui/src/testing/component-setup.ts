import { cleanup, configure } from '@testing-library/react'
import { overwriteGetLocale } from '@twende/messages/runtime'
import { afterEach, beforeEach, vi } from 'vitest'
import { fakeApi } from './fake-api.ts'

overwriteGetLocale(() => 'en')
// A missing element is named without the whole page; a busy machine has time to show it.
configure({ getElementError: (message) => new Error(message ?? ''), asyncUtilTimeout: 120_000 })

beforeEach(() => {
  fakeApi({})
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})
