import { act, fireEvent, screen } from '@testing-library/react'
import { m } from '@twende/messages'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { Hero } from './hero.tsx'
import { SLIDE_MILLISECONDS } from './use-slideshow.ts'

const slideButtons = () => screen.getAllByRole('button', { name: /^Show slide \d: / })
const shown = () => slideButtons().findIndex((button) => button.getAttribute('aria-current') === 'true') + 1
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

function showHero({ still }: { still: boolean }) {
  vi.stubGlobal('matchMedia', () => ({
    matches: still,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  renderPage(<Hero />)
}

beforeEach(() => {
  vi.useFakeTimers()
})

test('the slides turn every five seconds, and begin again after the last one', () => {
  showHero({ still: false })
  expect(slideButtons()).toHaveLength(4)
  const seen = Array.from({ length: 4 }, () => {
    pass(SLIDE_MILLISECONDS)
    return shown()
  })
  expect(seen).toEqual([2, 3, 4, 1])
})

test('they show the one that is chosen, stand still where asked to, and go on', () => {
  showHero({ still: false })
  press(/^Show slide 3: /)
  expect(shown()).toBe(3)
  press(m.home_slides_pause())
  pass(4 * SLIDE_MILLISECONDS)
  expect(shown()).toBe(3)
  press(m.home_slides_play())
  pass(SLIDE_MILLISECONDS)
  expect(shown()).toBe(4)
})

test('they wait while the pointer or the focus is on them', () => {
  showHero({ still: false })
  const hero = screen.getByRole('region', { name: m.home_hero_label() })
  fireEvent.pointerEnter(hero)
  pass(2 * SLIDE_MILLISECONDS)
  expect(shown()).toBe(1)
  fireEvent.pointerLeave(hero)
  fireEvent.focus(slideButtons()[0] ?? hero)
  pass(2 * SLIDE_MILLISECONDS)
  expect(shown()).toBe(1)
  fireEvent.blur(slideButtons()[0] ?? hero)
  pass(SLIDE_MILLISECONDS)
  expect(shown()).toBe(2)
})

test('they stand still for those who want no motion', () => {
  showHero({ still: true })
  pass(4 * SLIDE_MILLISECONDS)
  expect(shown()).toBe(1)
  expect(screen.getByRole('button', { name: m.home_slides_play() })).toBeTruthy()
})
