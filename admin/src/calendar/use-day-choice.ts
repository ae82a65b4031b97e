import type { CalendarCar } from '@twende/contract/bookings/admin-booking.ts'
import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type Days, inOrder } from './day-cells.ts'

export type Place = { carId: string; day: Day }
type Choice = { carId: string; anchor: Day; end: Day }

type Grid = {
  cars: readonly CalendarCar[]
  fromDay: Day
  days: number
  /** Days of a car were chosen. */
  onChoose: (carId: string, days: Days) => void
  /** What takes the place was asked for. */
  onOpen: (place: Place) => boolean
}

/** Choosing days of a car on the grid: by dragging with a mouse, by a tap, or by keyboard with Shift and the arrows. */
export function useDayChoice({ cars, fromDay, days, onChoose, onOpen }: Grid) {
  const grid = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<Place>()
  const [choice, setChoice] = useState<Choice>()
  const dragging = useRef(false)
  const lastDay = addDays(fromDay, days - 1)
  const isShown =
    place && cars.some(({ _id }) => _id === place.carId) && place.day >= fromDay && place.day <= lastDay
  const focused = isShown ? place : { carId: cars[0]?._id ?? '', day: fromDay }

  function finish({ carId, anchor, end }: Choice) {
    onChoose(carId, inOrder(anchor, end))
  }

  function move(to: Place, extend: boolean) {
    const { carId, day } = to
    setChoice(
      extend ? { carId, anchor: choice?.carId === carId ? choice.anchor : focused.day, end: day } : undefined,
    )
    setPlace(to)
    cellAt(grid.current, to)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isCell(event.target)) return
    if (event.key === 'Escape') return setChoice(undefined)
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const many = choice && choice.anchor !== choice.end
      if (!many && onOpen(focused)) return
      return finish(choice ?? { carId: focused.carId, anchor: focused.day, end: focused.day })
    }
    const to = neighbour(event.key, focused, { cars, fromDay, lastDay })
    if (!to) return
    event.preventDefault()
    move(to, event.shiftKey && to.carId === focused.carId)
  }

  function onPointerDown(event: PointerEvent) {
    const from = placeOf(event.target)
    if (!from || event.button !== 0 || event.pointerType !== 'mouse') return
    dragging.current = true
    setPlace(from)
    setChoice({ carId: from.carId, anchor: from.day, end: from.day })
  }

  function onPointerMove(event: PointerEvent) {
    if (!dragging.current || !choice) return
    const day = dayUnder(grid.current, choice, event.clientX)
    if (day && day !== choice.end) setChoice({ ...choice, end: day })
  }

  function onPointerUp() {
    if (!dragging.current || !choice) return
    dragging.current = false
    finish(choice)
  }

  /** A tap; what a mouse does was seen to already. */
  function onClick(event: MouseEvent<HTMLElement>) {
    const at = placeOf(event.target)
    if (!at || event.nativeEvent instanceof globalThis.PointerEvent === false) return
    if (event.nativeEvent.pointerType === 'mouse') return
    setPlace(at)
    const tapped = { carId: at.carId, anchor: at.day, end: at.day }
    setChoice(tapped)
    finish(tapped)
  }

  const handlers = { onKeyDown, onPointerDown, onPointerMove, onPointerUp, onClick }
  const chosen = choice && { carId: choice.carId, ...inOrder(choice.anchor, choice.end) }
  return { grid, handlers, focused, chosen, clear: () => setChoice(undefined) }
}

type Shown = { cars: readonly CalendarCar[]; fromDay: Day; lastDay: Day }

/** Where an arrow leads from a place; nowhere at the edges. */
function neighbour(key: string, { carId, day }: Place, { cars, fromDay, lastDay }: Shown): Place | undefined {
  const at = cars.findIndex(({ _id }) => _id === carId)
  if (key === 'ArrowRight' && day < lastDay) return { carId, day: addDays(day, 1) }
  if (key === 'ArrowLeft' && day > fromDay) return { carId, day: addDays(day, -1) }
  if (key === 'Home') return { carId, day: fromDay }
  if (key === 'End') return { carId, day: lastDay }
  const car = key === 'ArrowDown' ? cars[at + 1] : key === 'ArrowUp' ? cars[at - 1] : undefined
  return car && { carId: car._id, day }
}

const isCell = (target: EventTarget | null) => target instanceof HTMLElement && target.role === 'gridcell'

/** The car and the day of a cell; nothing for what lies upon it. */
function placeOf(target: EventTarget | null): Place | undefined {
  if (!(target instanceof HTMLElement) || target.role !== 'gridcell') return undefined
  const { car: carId, day } = target.dataset
  return carId && day ? { carId, day } : undefined
}

function cellAt(grid: HTMLElement | null, { carId, day }: Place) {
  return grid?.querySelector<HTMLElement>(`[data-car="${carId}"][data-day="${day}"]`)
}

/** The day of the dragged row that is under the pointer, also where a booking lies over it. */
function dayUnder(grid: HTMLElement | null, { carId }: Choice, x: number): Day | undefined {
  const cells = [...(grid?.querySelectorAll<HTMLElement>(`[data-car="${carId}"]`) ?? [])]
  return cells.find((cell) => x < cell.getBoundingClientRect().right)?.dataset.day
}
