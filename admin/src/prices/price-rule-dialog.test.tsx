import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test, vi } from 'vitest'
import { PriceRuleDialog } from './price-rule-dialog.tsx'

const user = userEvent.setup({ delay: null })

test('the price of a day is read as people write an amount', async () => {
  const requests = fakeApi({
    'POST /api/admin/price-rules': () => ({ success: true, message: 'Saved', data: {} }) as never,
  })
  renderPage(<PriceRuleDialog rule={undefined} open onClose={vi.fn()} />)
  const field = (label: string) => screen.findByLabelText((text) => text.startsWith(label))
  await user.type(await field(m.admin_prices_name_label()), 'Easter')
  await user.selectOptions(await field(m.admin_prices_kind_label()), 'day_price')
  await user.type(await screen.findByRole('textbox', { name: /shillings/i }), 'Kshs 4.5k')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => requests.filter(({ name }) => name === 'POST /api/admin/price-rules')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ kind: 'day_price', value: 4_500 })
})
