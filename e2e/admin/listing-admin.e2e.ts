import { expect, type Page } from '@playwright/test'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { firstAdminToken, newPerson, openAs, type Person } from '../support/people.ts'

let codes = 0

/** An M-Pesa message of today to the demo's business. */
function paidMessage(code: string, amount: string): string {
  const [year = '', month = '', day = ''] = nairobiDay(new Date())
    .split('-')
    .map((part) => String(Number(part)))
  return `${code} Confirmed. Ksh${amount}.00 sent to DEMO MOTORS LTD for account CAR1 on ${day}/${month}/${year.slice(2)} at 12:05 AM New M-PESA balance is Ksh880.00. Transaction cost, Ksh42.00.`
}

/** Lists a car with a pasted message, as the sell page does; answers its id. */
async function listCar(seller: Person, name: string): Promise<string> {
  codes += 1
  const letters = seller.email
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 5)
    .toUpperCase()
  const code = `${codeBeginning(nairobiDay(new Date()))}${letters}${String(codes).padStart(2, '0')}`
  const picture = await (await fetch(`${marketAddress}/brand/no-photo.webp`)).blob()
  const form = new FormData()
  const fields = {
    name,
    description: 'One owner, serviced on time.',
    price: '1330000',
    category: 'Hatchback',
    seats: '5',
    transmission: 'automatic',
    fuelType: 'petrol',
    rating: '4.5',
    available: 'true',
    // Older than the cars that the search for cars for sale counts at the same time.
    year: '2015',
    mileage: '75200',
    location: 'Nairobi',
    color: 'Silver',
    condition: 'good',
    ownership: 'first',
    serviceHistory: '',
    features: JSON.stringify(['Air conditioning']),
    specs: JSON.stringify({ engine: '1.3 L', power: '98 hp', acceleration: '12.4 s' }),
    contactInfo: JSON.stringify({ phone: '0712345678', email: seller.email }),
    mpesaName: seller.name,
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: paidMessage(code, '4,500'),
    email: seller.email,
    amount: '4500',
  }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('image1', picture, 'car.webp')
  const answer = await fetch(`${marketAddress}/api/sell/add`, {
    method: 'POST',
    headers: { token: seller.token },
    body: form,
  })
  const { data, message } = await answer.json()
  if (!answer.ok) throw new Error(message)
  return data._id
}

async function openQueue(page: Page, queue: string, listingId: string) {
  await openAs(page, { token: await firstAdminToken() }, `/admin/listings/${listingId}?queue=${queue}`)
}

test('on a phone staff approves a payment with a tap', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const name = 'Toyota Vitz Pocket'
  const listingId = await listCar(await newPerson('Achieng Atieno'), name)
  await openQueue(page, 'payment', listingId)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Approve payment' }).tap()
  const approving = page.getByRole('dialog', { name: 'Approve this payment?' })
  await expect(approving.getByLabel('Amount received (Ksh)')).toHaveValue('4500')
  await checkPage(page)
  await approving.getByRole('button', { name: 'Approve payment' }).tap()
  await expect(approving).toBeHidden()
  await expect(page.getByText('Payment approved')).toBeVisible()
})

test('staff approves a payment and verifies the car by keyboard, and buyers see it at once', async ({
  page,
  checkPage,
}) => {
  const name = 'Toyota Vitz Journey'
  const listingId = await listCar(await newPerson('Achieng Atieno'), name)
  const address = `${marketAddress}/buy?${new URLSearchParams({ search: name })}`
  const asABuyer = async () => (await fetch(address)).text()
  expect(await asABuyer()).toContain('No verified vehicles found')

  await openQueue(page, 'payment', listingId)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('The amount matches the message')).toBeVisible()
  await expect(page.getByText('Pays for 3 months')).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('a')
  const approving = page.getByRole('dialog', { name: 'Approve this payment?' })
  await expect(approving.getByLabel('Amount received (Ksh)')).toHaveValue('4500')
  await checkPage(page)
  await approving.getByLabel('Note').press('Control+Enter')
  await expect(approving).toBeHidden()
  await expect(page.getByText('Payment approved')).toBeVisible()

  await openQueue(page, 'verification', listingId)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.keyboard.press('v')
  await page.getByRole('dialog', { name: 'Verify this car?' }).getByLabel('Note').press('Control+Enter')
  await expect(page.getByText('Listing verified')).toBeVisible()
  expect(await asABuyer()).not.toContain('No verified vehicles found')
})

test('staff sees both versions of an edited car, and approves or refuses exactly what is on the screen', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const seller = await newPerson('Njeri Kimani')
  const listingId = await listCar(seller, 'Subaru Impreza Journey')
  const staff = { token: await firstAdminToken() }
  const params = { listingId }
  await call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
  await call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  const propose = (mileage: number) =>
    call('POST /api/sell/update', { body: { id: listingId, mileage, condition: 'excellent' } }, seller)
  await propose(20_000)
  await openQueue(page, 'verification', listingId)
  const changes = page.getByRole('region', { name: 'Changes by the seller' })
  await expect(changes.getByText('75,200 km')).toBeVisible()
  await expect(changes.getByText('20,000 km')).toBeVisible()
  await expect(changes.getByText('The mileage is lower than when the car was checked.')).toBeVisible()
  await checkPage(page)

  // Its seller proposes something else while staff reads.
  await propose(10_000)
  const decide = async (button: string, reason?: string) => {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: `${button.replace('changes', 'these changes')}?` })
    if (reason) await dialog.getByRole('button', { name: reason }).click()
    await checkPage(page)
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
  }
  await decide('Approve changes')
  await expect(page.getByText(/Someone else decided first/)).toBeVisible()
  await expect(changes.getByText('10,000 km')).toBeVisible()
  await decide('Refuse changes', 'Please send us a photo of the dashboard')
  await expect(page.getByText('Changes refused', { exact: true })).toBeVisible()

  await propose(75_900)
  await openQueue(page, 'verification', listingId)
  await decide('Approve changes')
  await expect(page.getByText('Changes approved', { exact: true })).toBeVisible()
  expect(await (await fetch(`${marketAddress}/buy/${listingId}`)).text()).toContain('75,900 km')
})

test('a listing is given more days, taken off the market and put back', async ({ page, checkPage }) => {
  const seller = await newPerson('Nekesa Simiyu')
  const listingId = await listCar(seller, 'Honda Fit Journey')
  const staff = { token: await firstAdminToken() }
  const params = { listingId }
  await call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
  await call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  await openQueue(page, 'all', listingId)
  const decide = async (button: string, title: string, reason: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: reason }).click()
    await checkPage(page)
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const { data: before } = await call('GET /api/admin/listing/:listingId', { params }, staff)
  await decide('Extend', 'Give this listing more days?', 'The site was out of reach.')
  await expect(page.getByText('Extended by 7 days', { exact: true })).toBeVisible()
  await decide('Suspend', 'Suspend this listing?', 'We doubt that this car is yours')
  await expect(page.getByText('Listing suspended')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Listing restored')).toBeVisible()
  const { data: after } = await call('GET /api/admin/listing/:listingId', { params }, staff)
  expect(after.listingStatus).toBe('active')
  expect(Date.parse(after.listingExpiresAt ?? '') - Date.parse(before.listingExpiresAt ?? '')).toBe(
    7 * 86_400_000,
  )
})

test('J and K walk through the queue, and the shortcuts can be turned off', async ({ page }) => {
  const seller = await newPerson('Cherono Kiptoo')
  for (const name of ['Mazda Axela Journey', 'Mazda Atenza Journey']) await listCar(seller, name)
  await openAs(page, { token: await firstAdminToken() }, `/admin/listings?queue=all&search=${seller.email}`)
  const chosen = page.getByRole('list', { name: 'Listings' }).locator('[aria-current="true"]')
  await expect(chosen).toBeVisible()
  const first = await chosen.getAttribute('href')
  await page.keyboard.press('j')
  await expect(chosen).not.toHaveAttribute('href', first ?? '')
  await page.keyboard.press('k')
  await expect(chosen).toHaveAttribute('href', first ?? '')
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.getByRole('main').focus()
  await page.keyboard.press('j')
  await expect(chosen).toHaveAttribute('href', first ?? '')
})

test('a rejected payment tells its seller why, and nothing is rejected without words', async ({
  page,
  checkPage,
}) => {
  const seller = await newPerson('Mwende Mutua')
  const listingId = await listCar(seller, 'Mazda Demio Journey')
  await openQueue(page, 'payment', listingId)
  await page.getByRole('button', { name: 'Reject payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject this payment?' })
  await dialog.getByRole('button', { name: 'Reject payment' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: /names another amount/ }).click()
  await dialog.getByRole('button', { name: 'Reject payment' }).click()
  await expect(dialog).toBeHidden()
  const { data: account } = await call('GET /api/user/me', {}, seller)
  const { data } = await call('GET /api/sell/user/:userId', { params: { userId: account._id } }, seller)
  expect(data[0]?.payment).toMatchObject({
    status: 'failed',
    reason: 'The message names another amount than the one you entered.',
  })
})

test('the slower of two who decide is told, and sees what became of it', async ({ page, pageErrors }) => {
  pageErrors.expect(/status of (404|409)/)
  const seller = await newPerson('Kiptoo Ruto')
  const listingId = await listCar(seller, 'Nissan Note Journey')
  await openQueue(page, 'payment', listingId)
  await page.getByRole('button', { name: 'Approve payment' }).click()
  const approving = page.getByRole('dialog', { name: 'Approve this payment?' })
  await expect(approving).toBeVisible()
  const staff = { token: await firstAdminToken() }
  await call('POST /api/admin/listing/:listingId/approve-payment', { params: { listingId }, body: {} }, staff)
  await approving.getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText(/Someone else decided first/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nissan Note Journey' })).toBeVisible()
  await expect(page.getByText('Paid, not verified').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve payment' })).toBeHidden()
})

test('a customer and a visitor are told that the console is for staff; only the API opens it', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const customer = await newPerson()
  await openAs(page, customer, '/admin/listings')
  await expect(page.getByRole('heading', { level: 1, name: 'This page is for staff' })).toBeVisible()
  await checkPage(page)
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([])

  // Whatever the token says of itself, the API looks at the account.
  pageErrors.expect(/status of 40[13]/)
  await page.evaluate((token) => localStorage.setItem('token', token), asIfStaff(customer.token))
  await page.goto('/admin/people')
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to the admin app' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

/** The same token, changed so that it names a staff account: the signature no longer fits. */
function asIfStaff(token: string): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'staff' }
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
