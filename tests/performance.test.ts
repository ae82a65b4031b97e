import { expect, test } from 'vitest'
import { type Figure, figures } from '../scripts/bench/figures.ts'
import { readResults } from '../scripts/bench/results.ts'

const known: [string, Figure][] = Object.values(figures).flatMap((part) => Object.entries<Figure>(part))
const { parts } = readResults()
const measured = new Map(parts.flatMap((part) => part.figures.map((figure) => [figure.name, figure])))

test('the benchmark has figures, each with a name of its own', () => {
  expect(known.length).toBeGreaterThan(55)
  expect(new Set(known.map(([name]) => name)).size).toBe(known.length)
})

test('the results have each figure of the benchmark, and no other', () => {
  expect(parts.map(({ part }) => part)).toEqual(Object.keys(figures))
  expect([...measured.keys()].sort()).toEqual(known.map(([name]) => name).sort())
})

test.each(known)(
  '%s is in the unit, with the goal and beside the yardstick of the benchmark',
  (name, figure) => {
    const { what, unit, goal, yardstick } = measured.get(name) ?? {}
    const { isMet: _, ...stated } = goal ?? {}
    expect({ what, unit, goal: stated, yardstick: yardstick?.what }).toEqual({
      what: figure.what,
      unit: figure.unit,
      goal: figure.goal ?? {},
      yardstick: figure.yardstick,
    })
  },
)
