import { render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'

/** Shows itself later, and is ready only once the effect of its first showing has changed it. */
function ReadyAfterEffect() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 5)
    return () => clearTimeout(timer)
  }, [])
  return shown ? <Button /> : null
}

function Button() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const end = performance.now() + 20
    while (performance.now() < end) {
      // A busy machine: the timers of this moment are over before React goes on.
    }
    setReady(true)
  }, [])
  return (
    <button type="button" disabled={!ready}>
      Go
    </button>
  )
}

test('what a test finds has rendered what its effects changed, however busy the machine is', async () => {
  for (let round = 0; round < 3; round++) {
    const { unmount } = render(<ReadyAfterEffect />)
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Go' })
    expect(button.disabled).toBe(false)
    unmount()
  }
})
