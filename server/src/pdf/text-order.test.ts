import { expect, test } from 'vitest'
import { inVisualOrder, levelsOf, mirror } from './text-order.ts'

/** Each letter as it stands from left to right. */
function shown(text: string): string {
  const letters = Array.from(text)
  const levels = levelsOf(letters)
  const parts = letters.map((letter, at) => ({
    text: mirror(letter, levels[at] ?? 0),
    level: levels[at] ?? 0,
  }))
  return inVisualOrder(parts)
    .map(({ text: letter }) => letter)
    .join('')
}

test.each([
  ['what is read to the right stays', 'Road 12 (Karen)', 'Road 12 (Karen)'],
  ['words of a name stand from right to left', 'אב גד', 'דג בא'],
  ['a number within them is read to the right', 'אב 12 גד', 'דג 12 בא'],
  ['and so is one at their end', 'אב 12', '12 בא'],
  ['brackets within them are turned', 'אב (ג) ד', 'ד (ג) בא'],
  ['and so are brackets at their end', 'אב (ג)', '(ג) בא'],
  ['brackets around a number at their end', 'אב (12), Karen', '(12) בא, Karen'],
  ['brackets around Latin stay', 'אב (Karen)', 'בא (Karen)'],
  ['Latin between two names stays where it is', 'אב (Karen 12) גד', 'בא (Karen 12) דג'],
])('%s', (_, text, order) => {
  expect(shown(text)).toBe(order)
})
