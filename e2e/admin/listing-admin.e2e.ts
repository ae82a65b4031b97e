import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { approvePayment, listingForm, verifyCar } from '../support/own-listings.ts'
import { firstAdminToken, newPerson, newStaff, openAs, type Person } from '../support/people.ts'
import { photo } from '../support/sell-form.ts'

/** Lists a car, paid for by a pasted message; answers its id. */
async function listCar(seller: Person, name: string): Promise<string> {
  const form = listingForm(seller, { name, paid: 4_500 })
  // Older than the cars that the search for cars for sale counts at the same time.
  form.set('year', '2015')
  form.append('condition', 'good')
  const { buffer } = await photo(1)
  form.append('image1', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), 'image1.jpg')
  const answer = await fetch(`${marketAddress}/api/sell/add`, {
    method: 'POST',
    headers: { token: seller.token },
    body: form,
  })
  const { data, message } = await answer.json()
  if (!answer.ok) throw new Error(message)
  return data._id
}

test('on a phone staff reads a payment, must say why it would be rejected, and approves it with a tap', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const name = 'Toyota Vitz Pocket'
  const seller = await newPerson('Achieng Atieno')
  await listCar(seller, name)
  await openAs(page, { token: await firstAdminToken() }, `/admin/listings?queue=all&search=${seller.email}`)
  const row = page.getByRole('list', { name: 'Listings' }).getByRole('link', { name })
  await expect(row).toBeVisible()
  await checkPage(page)
  await row.tap()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('The amount matches the message')).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Reject payment' }).tap()
  const rejecting = page.getByRole('dialog', { name: 'Reject this payment?' })
  await rejecting.getByRole('button', { name: 'Reject payment' }).tap()
  await expect(rejecting.getByText('Please give a reason')).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Approve payment' }).tap()
  const approving = page.getByRole('dialog', { name: 'Approve this payment?' })
  await expect(approving.getByLabel('Amount received (Ksh)')).toHaveValue('4500')
  await checkPage(page)
  await approving.getByRole('button', { name: 'Approve payment' }).tap()
  await expect(approving).toBeHidden()
  await expect(page.getByText('Payment approved')).toBeVisible()
})

test('staff sees both versions of an edited car, reads what else can be decided, and approves by keyboard', async ({
  page,
  checkPage,
}) => {
  const seller = await newPerson('Njeri Kimani')
  const listingId = await listCar(seller, 'Subaru Impreza Journey')
  await approvePayment(listingId)
  await verifyCar(listingId)
  await call(
    'POST /api/sell/update',
    { body: { id: listingId, mileage: 20_000, condition: 'excellent' } },
    seller,
  )
  await openAs(page, { token: await firstAdminToken() }, `/admin/listings/${listingId}?queue=all`)
  const changes = page.getByRole('region', { name: 'Changes by the seller' })
  await expect(changes.getByText('75,200 km')).toBeVisible()
  await expect(changes.getByText('20,000 km')).toBeVisible()
  await expect(changes.getByText('The mileage is lower than when the car was checked.')).toBeVisible()
  await checkPage(page, 'with changes')
  for (const [button, title] of [
    ['Extend', 'Give this listing more days?'],
    ['Suspend', 'Suspend this listing?'],
    ['Refuse changes', 'Refuse these changes?'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await checkPage(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.press('v')
  const approving = page.getByRole('dialog', { name: 'Approve these changes?' })
  await expect(approving).toBeVisible()
  await checkPage(page)
  await approving.getByLabel('Note').press('Control+Enter')
  await expect(approving).toBeHidden()
  await expect(page.getByText('Changes approved', { exact: true })).toBeVisible()
  expect(await (await fetch(`${marketAddress}/buy/${listingId}`)).text()).toContain('20,000 km')
})

test('a customer is told that the console is for staff; staff who log in there see the page that they opened', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const [customer, staff] = [await newPerson(), await newStaff('Mercy Atieno')]
  // Not by `openAs`, which would sign the customer in again once staff has logged out.
  await page.goto('/site.webmanifest')
  await page.evaluate((token) => localStorage.setItem('token', token), customer.token)
  await page.goto('/admin/listings')
  await expect(page.getByRole('heading', { level: 1, name: 'This page is for staff' })).toBeVisible()
  await checkPage(page)
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([])

  // Whatever the token says of itself, the API looks at the account.
  pageErrors.expect(/status of 40[13]/)
  await page.evaluate((token) => localStorage.setItem('token', token), asIfStaff(customer.token))
  await page.goto('/admin/people?search=mercy')
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to the admin app' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await checkPage(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  const login = page.getByRole('dialog', { name: 'Login' })
  await login.getByLabel('Email').fill(staff.email)
  await login.getByLabel(/^Password/).fill(staff.password)
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(page).toHaveURL(/search=mercy/)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

/** The same token, changed so that it names a staff account: the signature no longer fits. */
function asIfStaff(token: string): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'staff' }
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
