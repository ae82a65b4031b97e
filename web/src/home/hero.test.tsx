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

/** Whether a browser calls the focus of this control `:focus-visible`; that of a click it does not. */
function comesByKeyboard(control: HTMLElement, visible: boolean) {
  const matches = control.matches.bind(control)
  vi.spyOn(control, 'matches').mockImplementation((selector: string) =>
    selector === ':focus-visible' ? visible : matches(selector),
  )
}

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
  const [first = hero] = slideButtons()
  comesByKeyboard(first, true)
  fireEvent.focus(first)
  pass(2 * SLIDE_MILLISECONDS)
  expect(shown()).toBe(1)
  fireEvent.blur(first)
  pass(SLIDE_MILLISECONDS)
  expect(shown()).toBe(2)
})

test('they stand still for those who want no motion', () => {
  showHero({ still: true })
  pass(4 * SLIDE_MILLISECONDS)
  expect(shown()).toBe(1)
  expect(screen.getByRole('button', { name: m.home_slides_play() })).toBeTruthy()
})

test('they go on after a dot was clicked and left, though it keeps the focus', async () => {
  showHero({ still: false })
  const hero = screen.getByRole('region', { name: m.home_hero_label() })
  const dot = slideButtons()[1] ?? hero
  comesByKeyboard(dot, false)
  fireEvent.pointerEnter(hero)
  fireEvent.focus(dot)
  fireEvent.click(dot)
  expect(shown()).toBe(2)
  fireEvent.pointerLeave(hero)
  pass(SLIDE_MILLISECONDS)
  expect(shown()).toBe(3)
})
