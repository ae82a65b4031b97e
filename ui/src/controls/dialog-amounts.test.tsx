import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

const amount = 'Ksh 12,500'
const explanations = [
  `The customer owes ${amount}.`,
  ['The customer', ' ', `owes ${amount}.`],
  <>
    {`The customer owes ${amount}.`} {`Of ${amount}.`}
  </>,
]

test.each(explanations)('a dialog breaks no amount of its title and its explanation', (explains) => {
  render(<Dialog open onOpenChange={() => {}} title={`Take ${amount}?`} explains={explains} />)
  expect(document.body.textContent).toContain('Ksh\u00a012,500')
  expect(document.body.textContent).not.toContain(amount)
})

test('neither does a question', () => {
  render(
    <ConfirmDialog open sentence={`Cancel it for ${amount}?`} onYes={() => {}} onNo={() => {}}>
      {`You get ${amount} back.`}
    </ConfirmDialog>,
  )
  expect(document.body.textContent).toContain('Ksh\u00a012,500')
  expect(document.body.textContent).not.toContain(amount)
})
