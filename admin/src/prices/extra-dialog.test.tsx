import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Extra } from '@twende/contract/prices/extra.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
import { ExtraDialog } from './extra-dialog.tsx'

const delivery: Extra = {
  _id: '0198a000-0000-7000-8000-000000000004',
  kind: 'delivery',
  price: 1500,
  place: 'Kitale',
  toPlace: null,
  atAddress: true,
  km: null,
  stock: null,
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-20T09:00:00Z',
}

const user = userEvent.setup({ delay: null })
const price = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Shillings/ })
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))

function show(extra: Extra | undefined) {
  const requests = fakeApi({
    'GET /api/location/list': () =>
      ({ success: true, data: [{ _id: 'k', name: 'Kitale', town: null }] }) as never,
    'POST /api/admin/extras': () => ({ success: true, message: 'Saved', data: delivery }),
    'POST /api/admin/extra/:extraId/update': () => ({ success: true, message: 'Saved', data: delivery }),
  })
  const closed = vi.fn()
  renderPage(<ExtraDialog extra={extra} open onClose={closed} />)
  return { closed, sent: () => requests.filter(({ name }) => name.startsWith('POST')) }
}

test('an extra without a price is refused at its field, and sent once it has one', async () => {
  const { closed, sent } = show(undefined)
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Kind of extra/ }), 'Delivery')
  await screen.findByRole('option', { name: 'Kitale' })
  await user.selectOptions(screen.getByRole('combobox', { name: /^Place/ }), 'Kitale')
  await user.type(await price(), '0')
  await save()
  expect(await screen.findByText(/from 1 to 1000000/)).toBeTruthy()
  expect(sent()).toHaveLength(0)
  await user.clear(await price())
  await user.type(await price(), '1,500')
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent().map(({ body }) => body)).toEqual([
    {
      kind: 'delivery',
      price: 1500,
      stock: null,
      place: 'Kitale',
      toPlace: null,
      atAddress: false,
      km: null,
    },
  ])
})

test('the dialog shows what is stored of an extra, and its new price is sent with when it was changed last', async () => {
  const { closed, sent } = show(delivery)
  expect((await price()).value).toBe('1500')
  await user.clear(await price())
  await user.type(await price(), '1800')
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const { _id, createdAt, updatedAt, ...extra } = delivery
  expect(sent().map(({ path, body }) => ({ path, body }))).toEqual([
    { path: `/api/admin/extra/${_id}/update`, body: { extra: { ...extra, price: 1800 }, updatedAt } },
  ])
})
