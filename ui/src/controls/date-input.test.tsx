import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DayInput } from '@twende/contract/text.ts'
import { overwriteGetLocale } from '@twende/messages/runtime'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { DateField, Form } from '../form/fields.tsx'
import { useAppForm } from '../form/use-app-form.ts'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'

type PickupProps = {
  day?: string
  min?: string
  max?: string
  required?: boolean
  onDay?: (day: string) => void
}

/** A form with one day, which is stored as the field gives it. */
function Pickup({ day = '', onDay, required, ...limits }: PickupProps) {
  const [value, setValue] = useState(day)
  const change = (next: string) => {
    setValue(next)
    onDay?.(next)
  }
  return (
    <>
      <Field
        label="Pickup"
        required={required}
        error={required && !value ? 'Choose a pickup day' : undefined}
      >
        <DateInput name="day" {...limits} value={value} onChange={({ target }) => change(target.value)} />
      </Field>
      <output>{value}</output>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Pickup/ })
const stored = () => screen.getByRole('status').textContent
/** The open calendar, once a day has the focus. */
async function calendar() {
  await screen.findByRole('dialog', { name: 'Choose a day' })
  await waitFor(() => expect(document.activeElement?.closest('td')).toBeTruthy())
}
const user = userEvent.setup({ delay: null })

// The first import takes longer than a person waits.
beforeAll(() => import('./date-calendar.tsx'))

beforeEach(() => {
  // Ten at night in Nairobi.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T19:00:00Z') })
})

describe('typing', () => {
  test('a day is stored as soon as it is whole, and shown in words when the field is left', async () => {
    render(<Pickup />)
    await user.type(field(), '22/11/2026')
    expect(stored()).toBe('2026-11-22')
    expect(field().value).toBe('22/11/2026')
    await user.tab()
    expect(field().value).toBe('22 Nov 2026')
  })

  test('a day without its year is the next such day, once the field is left or Enter is pressed', async () => {
    render(<Pickup />)
    await user.type(field(), '3 feb')
    expect(stored()).toBe('')
    await user.keyboard('{Enter}')
    expect(stored()).toBe('2027-02-03')
    expect(field().value).toBe('3 Feb 2027')
  })

  test('nothing is given while a day is still being typed', async () => {
    const onDay = vi.fn()
    render(<Pickup onDay={onDay} />)
    await user.type(field(), '1 Desemba 2026')
    expect(onDay.mock.calls).toEqual([['2026-12-01']])
  })

  test('a text that is no day stays, with the advice at the field, until it is one', async () => {
    render(<Pickup day="2026-11-22" />)
    await user.clear(field())
    await user.type(field(), '31/11/2026')
    await user.tab()
    expect(field().value).toBe('31/11/2026')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Type the day like 22/11/2026 or 22 Nov.',
    )
    expect(stored()).toBe('')
    await user.type(
      field(),
      '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}12',
    )
    await user.tab()
    expect(field().hasAttribute('aria-invalid')).toBe(false)
    expect(stored()).toBe('2026-12-31')
  })

  test('the advice about the text comes before what the form says of the empty value', async () => {
    render(<Pickup required />)
    expect(screen.getByText('Choose a pickup day')).toBeTruthy()
    await user.type(field(), 'soon')
    await user.tab()
    expect(screen.queryByText('Choose a pickup day')).toBeNull()
    expect(screen.getByText('Type the day like 22/11/2026 or 22 Nov.')).toBeTruthy()
  })

  test.each([
    ['19/11/2026', 'Choose 20 Nov 2026 or a later day.'],
    ['21/12/2026', 'Choose 20 Dec 2026 or an earlier day.'],
  ])('%s is outside of the possible days', async (text, advice) => {
    render(<Pickup min="2026-11-20" max="2026-12-20" />)
    await user.type(field(), text)
    await user.tab()
    expect(screen.getByText(advice)).toBeTruthy()
    expect(stored()).toBe('')
    expect(field().value).toBe(text)
  })

  test.each([
    ['while it is still being typed', ''],
    ['after the field was left', '{Tab}'],
  ])('a day that new limits allow is stored when they arrive %s', async (_when, key) => {
    const onDay = vi.fn()
    const late = (limits: { value: string; min: string; max: string }) => (
      <Field label="Pickup">
        <DateInput name="day" {...limits} onChange={({ target }) => onDay(target.value)} />
      </Field>
    )
    const { rerender } = render(late({ value: '2026-11-24', min: '2026-11-21', max: '2026-12-20' }))
    await user.clear(field())
    rerender(late({ value: '', min: '2026-11-21', max: '2026-12-20' }))
    await user.type(field(), `14/06/2027${key}`)
    expect(onDay).not.toHaveBeenCalledWith('2027-06-14')
    // The field beside it chooses another month, and the day after as a first guess for this one.
    rerender(late({ value: '2027-06-12', min: '2027-06-12', max: '2027-07-11' }))
    await waitFor(() => expect(onDay).toHaveBeenLastCalledWith('2027-06-14'))
    rerender(late({ value: '2027-06-14', min: '2027-06-12', max: '2027-07-11' }))
    expect(screen.queryByText(/or an earlier day/)).toBeNull()
    expect(field().value).toBe(key ? '14 Jun 2027' : '14/06/2027')
  })

  test('an emptied field gives no day', async () => {
    render(<Pickup day="2026-11-22" />)
    await user.clear(field())
    await user.tab()
    expect(stored()).toBe('')
  })

  test('Enter sends a form with a readable day, and stays with one that cannot be read', async () => {
    const sent = vi.fn()
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(stored())
        }}
      >
        <Pickup />
      </form>,
    )
    await user.type(field(), 'soon{Enter}')
    expect(sent).not.toHaveBeenCalled()
    await user.clear(field())
    await user.type(field(), '22 Nov{Enter}')
    expect(sent.mock.calls).toEqual([['2026-11-22']])
  })

  test('a Swahili page shows Swahili months and reads them', async () => {
    overwriteGetLocale(() => 'sw')
    render(<Pickup day="2027-05-10" />)
    expect(field().value).toBe('10 Mei 2027')
    await user.clear(field())
    await user.type(field(), '3 Agosti')
    await user.tab()
    expect(stored()).toBe('2027-08-03')
    overwriteGetLocale(() => 'en')
  })
})

describe('the calendar', () => {
  test('opens from its button on the chosen day, and gives the day that is pressed', async () => {
    render(<Pickup day="2026-12-24" />)
    await user.click(screen.getByRole('button', { name: 'Open calendar' }))
    await calendar()
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(
      /^Thursday,? 24 December 2026, chosen$/,
    )
    await user.click(screen.getByRole('button', { name: /^Monday,? 28 December 2026$/ }))
    expect(stored()).toBe('2026-12-28')
    expect(field().value).toBe('28 Dec 2026')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('opens with the down arrow, is walked by arrows and Page keys, and Escape returns to the field', async () => {
    render(<Pickup day="2026-11-22" />)
    field().focus()
    await user.keyboard('{ArrowDown}')
    await calendar()
    await user.keyboard('{ArrowRight}{PageDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Wednesday,? 23 December 2026$/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(stored()).toBe('2026-11-22')
    await user.keyboard('{ArrowDown}')
    await calendar()
    await user.keyboard('{PageUp}{Enter}')
    expect(stored()).toBe('2026-10-22')
    await waitFor(() => expect(document.activeElement).toBe(field()))
  })

  test('offers only days that may be chosen, and begins at the first of them', async () => {
    render(<Pickup min="2026-12-05" max="2026-12-20" />)
    await user.click(screen.getByRole('button', { name: 'Open calendar' }))
    await calendar()
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Saturday,? 5 December 2026$/)
    const early = screen.getByRole<HTMLButtonElement>('button', { name: /^Friday,? 4 December 2026$/ })
    expect(early.disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Today' }).disabled).toBe(true)
  })

  test('clears a day that may be left out, and only such a one', async () => {
    const { unmount } = render(<Pickup day="2026-11-22" />)
    await user.click(screen.getByRole('button', { name: 'Open calendar' }))
    await calendar()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(stored()).toBe('')
    unmount()
    render(<Pickup day="2026-11-22" required />)
    await user.click(screen.getByRole('button', { name: 'Open calendar' }))
    await calendar()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  test('takes today from the clock in Nairobi', async () => {
    vi.setSystemTime(new Date('2026-11-20T22:00:00Z'))
    render(<Pickup />)
    await user.click(screen.getByRole('button', { name: 'Open calendar' }))
    await calendar()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(stored()).toBe('2026-11-21')
  })
})

test('what was typed before the scripts ran is read when they do', async () => {
  const box = document.createElement('div')
  document.body.append(box)
  box.innerHTML = renderToString(<Pickup />)
  const typed = box.querySelector('input')
  if (typed) typed.value = '24/12/2026'
  const { unmount } = render(<Pickup />, { container: box, hydrate: true })
  expect(stored()).toBe('2026-12-24')
  expect(field().value).toBe('24/12/2026')
  unmount()
  box.remove()
})

function BoundForm({ day, send }: { day: string; send: (body: { day: string }) => Promise<undefined> }) {
  const form = useAppForm({ defaultValues: { day }, schema: z.object({ day: DayInput }), onSubmit: send })
  return (
    <Form form={form}>
      <DateField form={form} name="day" label="Pickup" required />
      <button type="submit">Send</button>
    </Form>
  )
}

test('a bound form gets the day and not the text of the field', async () => {
  const send = vi.fn(async (_body: { day: string }) => undefined)
  render(<BoundForm day="2026-11-22" send={send} />)
  expect(field().value).toBe('22 Nov 2026')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(send.mock.lastCall?.[0]).toEqual({ day: '2026-11-22' }))
  await user.clear(field())
  await user.type(field(), '3 Feb')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(send.mock.lastCall?.[0]).toEqual({ day: '2027-02-03' }))
})

test('a bound form with a text that is no day is not sent: the focus is at the field, with the advice', async () => {
  const send = vi.fn(async (_body: { day: string }) => undefined)
  render(<BoundForm day="" send={send} />)
  await user.type(field(), 'soon')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(field().value).toBe('soon')
  expect(screen.getByText('Type the day like 22/11/2026 or 22 Nov.')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})
