import { expect, type Page } from '@playwright/test'
import { swahili } from '../support/catalogue.ts'
import { test } from '../support/journey.ts'
import { mailbox } from '../support/mails.ts'
import { call, marketAddress } from '../support/market.ts'
import { approvePayment, listByApi, newestOf, verifyCar } from '../support/own-listings.ts'
import { firstAdminToken, newPerson, newSwahiliPerson, openAs } from '../support/people.ts'
import { mpesaMessage } from '../support/sell-form.ts'

const card = (page: Page) => page.getByRole('article', { name: swahili('Listing: Toyota Vitz F 1.3') })
/** The one thing to do next, below the facts. */
const nextStep = (page: Page) => card(page).getByRole('button').last()
/** Programs count as no buyer. */
const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
/** Whether buyers find the page of the car. */
const isPublic = async (listingId: string) =>
  (await fetch(`${marketAddress}/sw/buy/${listingId}`)).status === 200

test('a seller’s day in Swahili: paid in two parts, sent back, put right, seen, renewed, sold, and not sold after all', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const seller = await newSwahiliPerson('Brian Kiptoo')
  const post = mailbox(seller)
  const staff = { token: await firstAdminToken() }
  const { _id } = await listByApi(seller, { paid: 500 })
  await approvePayment(_id)
  await post.expectMail('Tumepokea Ksh 500', [
    'Hadi sasa umelipa Ksh 500. Zimebaki Ksh 1,500 ili kulipia mwezi 1 sokoni.',
  ])

  await openAs(page, seller, '/sw/listings')
  await expect(card(page)).toContainText('Tafadhali lipa Ksh 1,500 zilizobaki')
  await checkPage(page, 'paid in part')
  await nextStep(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Nambari ya akaunti: nambari yako ya simu')
  await checkPage(page, 'for the rest')
  await dialog.locator('[name="mpesaMessage"]').fill(mpesaMessage(1_500))
  await expect(dialog.locator('[name="amount"]')).toHaveValue('1500')
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog.getByText('Asante. Tutakagua malipo yako na kukuandikia.')).toBeVisible()
  await approvePayment(_id)
  await post.expectMail('Tumepokea Ksh 1,500', ['Yanalipia mwezi 1 sokoni.'])

  const reason = 'Namba ya gari haionekani kwenye picha'
  const sentBack = { params: { listingId: _id }, body: { reason } }
  await call('POST /api/admin/listing/:listingId/reject', sentBack, staff)
  await post.expectMail('Gari lako Toyota Vitz F 1.3 linahitaji mabadiliko', [
    reason,
    'nasi tutaangalia tena',
  ])
  await page.goto('/sw/listings')
  await expect(card(page)).toContainText(reason)
  await checkPage(page, 'sent back')
  await nextStep(page).click()
  await dialog.locator('[name="description"]').fill('Namba ya gari inaonekana sasa.')
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog).toBeHidden()
  await expect(card(page)).not.toContainText(reason)
  expect(await isPublic(_id)).toBe(false)
  await verifyCar(_id)
  const verified = await post.expectMail('Gari lako Toyota Vitz F 1.3 limethibitishwa', [
    'Wanunuzi wanaliona sasa',
  ])
  expect(await isPublic(_id)).toBe(true)

  // One buyer who taps twice is one lead.
  const buyer = await newPerson()
  for (const way of ['call', 'whatsapp']) {
    const answer = await fetch(`${marketAddress}/api/sell/reveal/${_id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER, token: buyer.token },
      body: JSON.stringify({ way }),
    })
    expect(answer.status).toBe(200)
  }
  await expect.poll(async () => (await newestOf(seller)).leads).toBe(1)
  await page.goto('/sw/listings')
  await card(page).getByRole('button').first().click()
  const until = /hadi (.+?) saa za Nairobi/.exec(verified)?.[1] ?? 'no day'
  await expect(dialog).toContainText(`Mwisho wa muda${until}`)
  await expect(dialog).toContainText('Waliowasiliana1')

  const renewal = { paymentMethod: 'message' as const, amount: '4500', mpesaMessage: mpesaMessage(4_500) }
  const payer = { mpesaPhoneNumber: seller.phone, mpesaName: seller.name }
  await call('POST /api/sell/renew', { body: { id: _id, ...renewal, ...payer } }, seller)
  await page.goto('/sw/listings')
  await expect(card(page)).toContainText('Tunakagua malipo yako.')
  await approvePayment(_id)
  await post.expectMail('Tumepokea Ksh 4,500', ['Yanalipia miezi 3 sokoni.'])
  await page.goto('/sw/listings')
  await expect(card(page)).not.toContainText('Tunakagua malipo yako.')
  const sold = card(page).getByRole('button').nth(2)
  await sold.click()
  await expect(sold).toContainText('Weka linapatikana')
  await sold.click()
  await expect(sold).toContainText('Weka limeuzwa')
  expect(await newestOf(seller)).toMatchObject({ available: true, listingStatus: 'active', verified: true })
  await post.expectNoOther()
})
