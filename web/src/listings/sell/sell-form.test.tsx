import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { closeLogin } from '@twende/ui/accounts/login-prompt.ts'
import { forgetToken, signIn } from '@twende/ui/accounts/session.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SellForm } from './sell-form.tsx'
import { useSellDraft } from './use-sell-draft.ts'

function Sell() {
  const tools = useSellDraft()
  return tools ? <SellForm tools={tools} /> : null
}

const user = userEvent.setup({ delay: null })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const described = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent

async function openForm() {
  renderPage(<Sell />, '/sell')
  // The lists of categories and places cannot be had: the built-in ones take their place.
  await screen.findByRole('button', { name: m.sell_button_send() })
}

beforeEach(() => {
  signIn(`head.${btoa(JSON.stringify({ id: 'seller', role: 'user', name: 'Achieng' }))}.signature`)
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
})

afterEach(forgetToken)

test('each wrong field says what to do, the first of the checks has the focus, and what was typed stays', async () => {
  await openForm()
  await user.type(field(m.sell_field_name()), 'Toyota Vitz')
  await user.type(field(m.sell_field_mileage()), '-5')
  await user.click(screen.getByRole('button', { name: m.sell_button_send() }))
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('pictures'))
  expect(screen.getByText(m.sell_problem_no_picture())).toBeTruthy()
  expect(described(m.sell_field_category())).toBe(m.validation_category())
  expect(described(m.sell_field_mileage())).toBe(m.validation_mileage())
  expect(field(m.sell_field_name()).getAttribute('aria-invalid')).toBe(null)
  expect(field(m.sell_field_name()).value).toBe('Toyota Vitz')
  expect(field(m.sell_field_mileage()).value).toBe('-5')
})

test('a field is checked when it is left, and again while it is corrected', async () => {
  await openForm()
  const phone = field(m.sell_field_contact_phone())
  await user.type(phone, '0712')
  expect(phone.getAttribute('aria-invalid')).toBe(null)
  await user.tab()
  await waitFor(() => expect(described(m.sell_field_contact_phone())).toBe(m.validation_kenyan_phone()))
  expect(field(m.sell_field_category()).getAttribute('aria-invalid')).toBe(null)
  await user.type(phone, '345678')
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe(null))
})

test('what is typed or chosen is there after a reload', async () => {
  await openForm()
  await user.type(field(m.sell_field_name()), 'Toyota Vitz')
  await user.selectOptions(field(m.sell_field_category()), 'Hatchback')
  await user.click(screen.getByRole('radio', { name: /3 months/ }))
  expect(field(m.sell_field_amount()).value).toBe('4500')
  cleanup()
  await openForm()
  expect(field(m.sell_field_name()).value).toBe('Toyota Vitz')
  expect(field(m.sell_field_category()).value).toBe('Hatchback')
  expect(field(m.sell_field_amount()).value).toBe('4500')
})

test('without the lists built-in ones serve, and a message says which could not be had', async () => {
  const told = vi.spyOn(toast, 'error')
  fakeApi({
    'GET /api/category/list': () => refusalWith(503, 'unavailable', 'Busy'),
    'GET /api/location/list': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await openForm()
  expect(told).toHaveBeenCalledWith(m.sell_categories_failed(), 'categories')
  expect(told).toHaveBeenCalledWith(m.sell_locations_unreachable(), 'locations')
  await user.selectOptions(field(m.sell_field_category()), 'Pickup Truck')
  await user.selectOptions(field(m.sell_field_location()), 'Kitale')
  expect(field(m.sell_field_location()).value).toBe('Kitale')
  told.mockRestore()
})

test('a feature is added once, and an empty one not at all', async () => {
  const told = vi.spyOn(toast, 'warning')
  await openForm()
  const feature = document.querySelector<HTMLInputElement>('[name="feature"]') ?? expect.fail()
  const listed = () =>
    within(screen.getByRole('list', { name: m.control_features_list() })).getAllByRole('listitem')
  await user.type(feature, 'Roof rack{Enter}')
  await user.type(feature, ' roof RACK {Enter}')
  expect(told.mock.calls.map(([words]) => words)).toContain(m.control_feature_duplicate())
  await user.clear(feature)
  await user.type(feature, '  {Enter}')
  expect(listed()).toHaveLength(1)
  told.mockRestore()
})

test('a visitor is told to log in, and keeps what was typed; the account then fills in who it is', async () => {
  forgetToken()
  const told = vi.spyOn(toast, 'error')
  fakeApi({
    'GET /api/user/me': () =>
      ({ success: true, data: { name: 'Achieng', email: 'achieng@safari.example', phone: null } }) as never,
  })
  renderPage(<Sell />, '/sell')
  await user.click(await screen.findByLabelText((text) => text.startsWith(m.sell_field_name())))
  await user.paste('Toyota Vitz')
  await user.click(screen.getByRole('button', { name: 'Please Login to Sell Car' }))
  expect(told).toHaveBeenCalledWith('Please log in to list a car for sale', 'sell')
  act(() => signInAs('Achieng', 'seller'))
  await screen.findByRole('button', { name: m.sell_button_send() })
  expect(field(m.sell_field_name()).value).toBe('Toyota Vitz')
  await user.click(await screen.findByRole('button', { name: 'Use my account’s details' }))
  expect(field(m.sell_field_contact_email()).value).toBe('achieng@safari.example')
  act(closeLogin)
  told.mockRestore()
})

test('what similar cars cost stands beside the price, and how this one compares', async () => {
  const requests = fakeApi({
    'GET /api/sell/guide': () => ({
      success: true,
      data: {
        make: 'Toyota',
        model: 'Vitz',
        year: 2017,
        listings: 6,
        median: 1_280_000,
        lowest: 990_000,
        highest: 1_400_000,
      },
    }),
  })
  await openForm()
  for (const [label, text] of [
    [m.sell_field_name(), 'Toyota Vitz F 1.3'],
    [m.common_year(), '2017'],
    [m.sell_field_price(), '1,130,000'],
  ] as const) {
    await user.clear(field(label))
    await user.paste(text)
  }
  expect(
    await screen.findByText(/^A 2017 Toyota Vitz is offered at Ksh 990,000 to Ksh 1,400,000/),
  ).toBeTruthy()
  expect(screen.getByText('Great price')).toBeTruthy()
  expect(Object.fromEntries(requests.at(-1)?.query ?? [])).toEqual({
    make: 'Toyota',
    model: 'Vitz',
    year: '2017',
  })
})

test('a phone is asked for the price of a plan, without a message', async () => {
  await openForm()
  await user.click(screen.getByRole('radio', { name: /^3 months/ }))
  await user.click(screen.getByRole('radio', { name: /^Pay with M-Pesa now/ }))
  expect(screen.queryByLabelText(/^M-Pesa message/)).toBe(null)
  expect(screen.getByText('Ksh 4,500', { selector: 'strong' })).toBeTruthy()
})
