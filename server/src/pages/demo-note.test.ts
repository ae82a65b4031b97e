import { expect, test } from 'vitest'
import { withDemoNote } from './demo-note.ts'

const SENTENCE = 'Demo market: cars, people and payments here are invented.'

test('the note is the first thing in the body, once', () => {
  const html = withDemoNote(
    '<html><head><title>a</title></head><body class="b"><a href="#content">Skip</a></body></html>',
    'en',
  )
  expect(html).toMatch(/<body class="b"><aside [^>]+>Demo market:/)
  expect(html.split(SENTENCE)).toHaveLength(2)
  expect(html).toMatch(/<\/aside><a href="#content">/)
})

test('what has no body stays as it is', () => {
  expect(withDemoNote('not a page', 'en')).toBe('not a page')
})
