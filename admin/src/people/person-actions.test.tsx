import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { beforeEach, expect, test } from 'vitest'
import { PersonActions } from './person-actions.tsx'

const faith: AccountDetails = {
  _id: 'a1',
  name: 'Faith Chebet',
  email: 'faith@example.com',
  phone: null,
  role: 'user',
  rights: [],
  memberSince: '2026-01-05T08:00:00Z',
  bannedAt: null,
  deleted: false,
  bookings: 0,
  listings: 0,
  orders: 0,
  hasSecondFactor: false,
  latest: { bookings: [], listings: [], orders: [] },
  notes: [],
}

const user = userEvent.setup({ delay: null })

beforeEach(() => signInAs('Joseph Kariuki', 'a9', 'admin'))

/** What an admin may do about a person; the server takes whatever is sent. */
function show(person: AccountDetails) {
  const done = { success: true as const, data: person, message: 'Done' }
  const requests = fakeApi({
    'POST /api/admin/person/:accountId/role': () => done,
    'POST /api/admin/person/:accountId/rights': () => done,
  })
  renderPage(<PersonActions person={person} onChanged={() => {}} />)
  return requests
}

const rightBox = (dialog: HTMLElement, name: RegExp) => within(dialog).getByRole('checkbox', { name })

test('who becomes staff gets the rights that the admin ticks, and no other', async () => {
  const requests = show(faith)
  expect(screen.queryByRole('button', { name: m.admin_people_rights_button() })).toBeNull()
  await user.click(screen.getByRole('button', { name: m.admin_people_role_button() }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
  await user.selectOptions(within(dialog).getByLabelText(m.admin_people_role()), 'staff')
  for (const box of within(dialog).getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false)
  await user.click(rightBox(dialog, /^Reports/))
  await user.click(within(dialog).getByRole('button', { name: m.admin_people_role_button() }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ role: 'staff', was: 'user', rights: ['reports'] })
})

test('who becomes an admin is not asked about rights', async () => {
  const requests = show(faith)
  await user.click(screen.getByRole('button', { name: m.admin_people_role_button() }))
  const dialog = await screen.findByRole('dialog')
  await user.selectOptions(within(dialog).getByLabelText(m.admin_people_role()), 'admin')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: m.admin_people_role_button() }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).not.toHaveProperty('rights')
})

test('a change of rights starts from those of now, and names them', async () => {
  const had: StaffRight[] = ['payments', 'people']
  const requests = show({ ...faith, role: 'staff', rights: had })
  await user.click(screen.getByRole('button', { name: m.admin_people_rights_button() }))
  const dialog = await screen.findByRole('dialog')
  expect(rightBox(dialog, /^Payments/)).toHaveProperty('checked', true)
  expect(rightBox(dialog, /^Reports/)).toHaveProperty('checked', false)
  await user.click(rightBox(dialog, /^Payments/))
  await user.click(within(dialog).getByRole('button', { name: m.admin_people_rights_button() }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ was: had, rights: ['people'] })
})
