import { act, render } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

/** As the browser has it: the newest that still listens is closed by Back, and then listens no more. */
const listening: FakeWatcher[] = []
class FakeWatcher {
  onclose: (() => void) | null = null
  constructor() {
    listening.push(this)
  }
  destroy() {
    const at = listening.indexOf(this)
    if (at >= 0) listening.splice(at, 1)
  }
}
const goBack = () => act(() => listening.pop()?.onclose?.())

vi.stubGlobal('CloseWatcher', FakeWatcher)
afterEach(() => listening.splice(0))
afterAll(() => vi.unstubAllGlobals())

test('Back on a phone closes the dialog that is on top, and then the one below', () => {
  const closed: string[] = []
  const { rerender } = render(
    <>
      <Dialog open onOpenChange={() => closed.push('dialog')} title="Toyota Axio" />
      <ConfirmDialog open sentence="Sure?" onYes={() => {}} onNo={() => closed.push('question')} />
    </>,
  )
  goBack()
  expect(closed).toEqual(['question'])
  goBack()
  expect(closed).toEqual(['question', 'dialog'])
  rerender(<Dialog open={false} onOpenChange={() => {}} title="Toyota Axio" />)
  expect(listening).toEqual([])
})

test('a question whose answer is on its way stays', () => {
  render(<ConfirmDialog open pending sentence="Sure?" onYes={() => {}} onNo={() => {}} />)
  expect(listening).toEqual([])
})
