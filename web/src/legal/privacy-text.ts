import type { LegalSection } from './legal-text.tsx'

export const PRIVACY_CHANGED = '22 November 2026'

export const privacy: readonly LegalSection[] = [
  {
    id: 'controller',
    title: 'Who is responsible',
    body: [
      'Twende, Nairobi, is the data controller in the sense of Kenya’s Data Protection Act, 2019. For every question about your data, write to us on the Contact page and begin with the word “Privacy”; a person answers, within seven days.',
    ],
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    body: [
      [
        'Your account: name, email, phone if you give it, and a password that we cannot read. To know who you are. (Needed for the contract with you.)',
        'Your rentals: car, days, places, the driver’s name, phone and email, licence number and address if you give them, wishes, and what you wrote about the car. To hand you the right car, and to find you if something happens. (Contract; the law on hired vehicles.)',
        'Your cars for sale: what you typed, the pictures without the place and time that your phone hides in them, and how buyers reach you. To show them. (Contract.)',
        'Your payments: amount, day, M-Pesa code, and the number that paid. From a message you paste we cut out the balance of your wallet before we keep it. (Contract; tax law.)',
        'Your orders: what you ordered, and where to bring it. (Contract; tax law.)',
        'Messages you send with the contact form. To answer them. (Our interest in answering, and yours.)',
        'The mails we wrote to you. So that both sides know what was said.',
        'Where you are logged in: the kind of browser and device, and when you last used it. So that you can see it and end it. (Our interest in security, and yours.)',
        'A second factor, if you add one: the public part of a passkey, or the secret of your authenticator app, encrypted. (Security.)',
        'Which of our staff looked at your data or took a file with it, and when. So that it can be checked. (Our duty to guard it.)',
        'Counts of visits to a car for sale: one a visitor and day, by a number that changes daily and from which nobody can be found. (Our sellers’ interest in knowing.)',
      ],
      'We do not track you across other sites, show no advertising, buy no data about you, and make no decision about you by machine alone.',
    ],
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    body: [
      'When you log in, a key that says who you are is kept in your browser’s storage. It works for sixty days at most, and no longer than fourteen days after you last used it; logging out makes it worthless and removes it, together with drafts you had begun. A cart you fill without an account stays in the browser too. After you log in, a cookie remembers for 180 days that this browser has done so, so that strangers who guess at your password cannot keep you out; it opens nothing by itself. While you reset a password, another cookie proves that it is the same browser; it is gone when you are done. Both are needed for what you asked for, and there are no others, so there is no banner that asks about them.',
    ],
  },
  {
    id: 'others',
    title: 'Who else sees it',
    body: [
      [
        'Safaricom, when you pay by M-Pesa: your number, the amount, and the number of your booking, listing or order.',
        'WhatsApp, when you choose to chat with us. What you write there is under WhatsApp’s own terms.',
        'Buyers, when you sell a car: your name, and your number once they ask for it.',
        'The form service Web3Forms, where we use it to be told of contact messages: the name, email and message you sent.',
        'The companies that run our servers and deliver our mail, under contract and only on our word.',
        'Police and courts, when the law obliges us, and insurers after an accident.',
      ],
      'Some of these work outside Kenya. Your data goes there only under the safeguards of sections 48 and 49 of the Act.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long',
    body: [
      [
        'Account, cars for sale, mails: until you delete your account.',
        'Rentals and orders: your name, phone, licence and address until you delete your account; days, prices and the car beyond that.',
        'Records of payments: five years after the end of the tax year, as the Tax Procedures Act, 2015 asks. After that a program takes your phone number and what M-Pesa or you wrote with the payment out of them; amounts, days and codes stay. Once you delete your account they carry no name and no phone number at all.',
        'What our staff did: as long as we exist, so that it can be checked. What it says about you goes with your account; who did what, and when, stays.',
        'Reviews: as long as the car is rented out, without your name once your account is gone.',
        'Contact messages: two years.',
        'Where you were logged in: a month after the session ended.',
        'Which of our staff looked at whose data: one year.',
        'Codes to reset a password: ten minutes; the link in the same mail: one hour.',
        'Which internet connection and phone number an unpaid booking or order came from: three days, as codes that lead back to neither. So that nobody keeps cars and products from others without paying.',
      ],
    ],
  },
  {
    id: 'safety',
    title: 'How we guard it',
    body: [
      'Everything travels encrypted. Passwords are kept as Argon2 hashes. Our staff sees what their work needs, and what they change is written down. Logs hold no passwords, no messages, no names, no phone numbers and no internet addresses. If data should ever get into wrong hands, we tell the Data Commissioner within 72 hours, and you without delay.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: [
      'The Act gives you these, and most are a button on the My Account page:',
      [
        'to know and to see what we keep: “Download my data” gives you all of it at once;',
        'to take it with you, in a form that machines read: the same button;',
        'to correct what is wrong: name and phone in My Account, anything else by a message to us;',
        'to have it deleted: “Delete my account”, once no rental or payment is under way;',
        'to object, or to have less done with it: choose which mails come, or write to us;',
        'to take back a consent, at any time and without a reason.',
      ],
      'None of this costs anything. If a button does not do what you need, write to us, and we answer within seven days.',
    ],
  },
  {
    id: 'complaint',
    title: 'Complaining about us',
    body: [
      'Tell us first if you like; you need not. The Office of the Data Protection Commissioner (ODPC) in Nairobi takes complaints at odpc.go.ke, by email to complaints@odpc.go.ke, and at Britam Tower, Upper Hill.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    body: [
      'Twende is for adults: nobody under 18 can rent or sell a car here. If a child has made an account, tell us and we remove it.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    body: [
      'When this page changes, the day at the top does too. Before a change that takes something from you, we write to everybody who has an account.',
    ],
  },
]
