import { expect, test } from 'vitest'
import { foldText, searchWords } from './search-words.ts'

test.each([
  ['cx5', ['cx5']],
  ['CX-5', ['cx5']],
  ['cx 5', ['cx5']],
  ['mazda cx 5', ['mazda', 'cx5']],
  ['CR-V', ['crv']],
  ['cr v', ['crv']],
  ['C-HR', ['chr']],
  ['x-trail', ['xtrail']],
  ['X Trail', ['x', 'trail']],
  ['Mercedes-Benz', ['mercedes', 'benz']],
  ['E\u20111', ['e1']],
  ['KDA 123A', ['kda', '123a']],
  ['BK-4821', ['bk4821']],
  ['bk 4821', ['bk4821']],
  ['DEP 54', ['dep54']],
  ['DEP-1054', ['dep1054']],
  ['ORD 1010', ['ord1010']],
  ['ord-1010', ['ord1010']],
  ['ord', ['ord']],
  ['0712 345 678', ['712345678']],
  ['+254712345678', ['712345678']],
  ['0712.345.678', ['712345678']],
  ['\u202a+254 712\u2011345\u2011678\u202c', ['712345678']],
  ['tel:0712345678', ['712345678']],
  ['+44 7911 123456', ['447911123456']],
  ['0712 34', ['71234']],
  ['+254 71', ['71']],
  ['2015', ['2015']],
  ['jane@gmail.com', ['jane', 'gmail', 'com']],
  ["Ng'ang'a", ['nganga']],
  ['Ng’ang’a', ['nganga']],
  ['Muñoz', ['munoz']],
  ['', []],
  [' \u200b ', []],
  [' % _ ', ['%_']],
  ['🚗', ['🚗']],
])('%j is searched as %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words)
})

test('at most six words are searched, each once', () => {
  expect(searchWords('one two three two four five six seven')).toHaveLength(6)
})

test('folding twice changes nothing more', () => {
  for (const text of ['Ng’ang’a', 'ŁØßÆ', 'CX-5', '\u202aJosé\u202c']) {
    expect(foldText(foldText(text))).toBe(foldText(text))
  }
})
