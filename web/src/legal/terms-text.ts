import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { planLabel, REMINDER_DAYS } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { LegalSection } from './legal-text.tsx'
import { termsOfRenting } from './terms-of-renting.ts'

const WRITTEN = '2026-11-21'

/** `21 November 2026`: when the text changed last, or a figure in it. */
export function termsChanged({ termsChangedAt }: AppSettings): string {
  const figures = termsChangedAt === null ? '' : nairobiDay(new Date(termsChangedAt))
  const day = figures > WRITTEN ? figures : WRITTEN
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

/** What holds now: prices, times and shares are those of the settings. */
export const termsOf = (settings: AppSettings): readonly LegalSection[] => [
  {
    id: 'who',
    title: 'Who we are, and what you agree to',
    body: [
      'Twende rents out cars, shows cars that people sell to each other, runs a small shop, and repairs and installs computers, networks and cameras, all in Kenya. By using this site, and by ticking the box when you log in, you agree to what is written here. It is written to be read; where a sentence is unclear, it is read in your favour.',
      'You need an account to rent, to sell and to pay. Its name, email and phone number must be yours. Keep the password to yourself: what is done with your account counts as done by you, until you tell us that somebody else has got in.',
    ],
  },
  ...termsOfRenting(settings),
  {
    id: 'selling',
    title: 'Selling your car here',
    body: [
      'You pay for the time that your car is shown, not for the sale, and we take no share of the price.',
      settings.listingPlans.map(({ months, price }) => `${planLabel(months)}: ${showKsh(price)}`),
      `The time begins when the listing goes live, not when you pay, and a renewal is added to its end. We write to you ${REMINDER_DAYS.join(', ').replace(/, (\d+)$/, ' and $1')} days before it is over. Once your car is marked as sold it stays visible for a week with a Sold badge.`,
      'You may sell only a car that is yours, or that its owner has asked you in writing to sell. The pictures show the car itself as it is today. Price, year and mileage are true.',
      'Paying by pasting an M-Pesa message counts once we have found that payment in our own account. Each M-Pesa code can be used once.',
    ],
  },
  {
    id: 'verified',
    title: 'What “verified” means, and what it does not',
    body: [
      'Before a car is shown, a person of our staff compares its pictures with its facts, looks for the same car elsewhere, and checks the payment. After larger changes we look again. That is all that “verified” says: we have not driven the car, and we are not its seller.',
      'Before you pay anybody: see the car, see the logbook, and ask NTSA for the copy of records yourself. The sale is between the two of you, and we are no party to it.',
      'We take listings down that are false, stolen, or reported for good reason. If we were wrong, the listing comes back and the lost days are added.',
    ],
  },
  {
    id: 'listing-refunds',
    title: 'Money back for a listing',
    body: [
      'If we cannot verify your car, you choose: mend what we named, or have your money back. Once a listing is live its price is not given back, also when the car sells on the first day. What was paid twice, or for a listing that no longer exists, is always sent back.',
    ],
  },
  {
    id: 'shop',
    title: 'Ordering from the shop',
    body: [
      'Prices include VAT and delivery costs nothing. An order keeps its pieces for up to 30 minutes until you have paid by M-Pesa, and up to two hours if you order by WhatsApp. The contract is made when the payment has arrived.',
      'Within seven days of delivery you may bring back what is unused and in its box, and get back what you paid. Opened software and things made for you are excepted.',
      'What is broken when it comes, or breaks within its warranty, we repair, replace or take back, as the Consumer Protection Act 2012 asks. The warranty is that of the maker, and at least six months on new goods.',
    ],
  },
  {
    id: 'services',
    title: 'Repairs and installations',
    body: [
      'We look first and tell you the price before we begin. If you say no, you pay at most the diagnosis that we named. Back up what you can: we take care of your data, but a dying disk sometimes dies in our hands as it would have in yours. A repair that fails for the same reason within 90 days is done again for nothing. What is not fetched within 90 days after three reminders may be recycled.',
    ],
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: [
      'Do not upload what is false, stolen, indecent or somebody else’s. Do not collect phone numbers, flood forms, guess passwords, or take the site apart to harm it. We may close accounts that do. If you have found a weakness, tell us first, and we will thank you.',
      'We never ask for your M-Pesa PIN or for a code from a message. Whoever does is not us.',
    ],
  },
  {
    id: 'liability',
    title: 'Our responsibility',
    body: [
      'We answer for what we do on purpose or carelessly, and for whatever the law does not let anybody exclude. Beyond that our responsibility ends at the price you paid for the rental, the listing, the order or the repair. We do not answer for what private sellers and buyers promise each other.',
    ],
  },
  {
    id: 'law',
    title: 'Changes, law and disputes',
    body: [
      'When these terms change, the day at the top changes with them; what you have booked or bought before stays under the terms of its day. Kenyan law holds. Talk to us first: most things are settled in a chat. If not, the courts of Kenya decide, and the Small Claims Court up to its limit.',
    ],
  },
]
