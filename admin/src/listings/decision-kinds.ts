import type { Decision } from './listing-words.ts'

export type DecisionKind = {
  key: string
  label: string
  title: string
  explains: string
  yes: string
  /** What may be typed, and whether it must be; the seller reads reasons, never notes. */
  text: { label: string; required: boolean; told: boolean }
  /** Reasons that come up often. */
  usual?: readonly string[]
  danger?: boolean
}

export const decisionKinds: Readonly<Record<Decision, DecisionKind>> = {
  approve: {
    key: 'a',
    label: 'Approve payment',
    title: 'Approve this payment?',
    explains: 'Only when you have seen the money in the account.',
    yes: 'Approve payment',
    text: { label: 'Note', required: false, told: false },
  },
  refuse: {
    key: 'x',
    label: 'Reject payment',
    title: 'Reject this payment?',
    explains: 'The seller is told why and may send another message.',
    yes: 'Reject payment',
    text: { label: 'Reason', required: true, told: true },
    usual: [
      'We could not find this payment in our account. Please check the message and send it again.',
      'The message names another amount than the one you entered.',
      'This payment went to another number. Please contact us.',
    ],
    danger: true,
  },
  verify: {
    key: 'v',
    label: 'Verify',
    title: 'Verify this car?',
    explains: 'Everybody sees it as soon as it is paid for.',
    yes: 'Verify',
    text: { label: 'Note', required: false, told: false },
  },
  approveEdit: {
    key: 'v',
    label: 'Approve changes',
    title: 'Approve these changes?',
    explains: 'Buyers see the new version at once, with the day of today as the day of the last check.',
    yes: 'Approve changes',
    text: { label: 'Note', required: false, told: false },
  },
  refuseEdit: {
    key: 'r',
    label: 'Refuse changes',
    title: 'Refuse these changes?',
    explains: 'Buyers go on seeing the verified version. The seller is told why.',
    yes: 'Refuse changes',
    text: { label: 'Reason', required: true, told: true },
    usual: [
      'Please send us a photo of the dashboard that shows the mileage.',
      'The new photos are not of this car.',
      'Please send us a picture of the logbook by WhatsApp.',
      'Please take phone numbers and links out of the description.',
    ],
    danger: true,
  },
  sendBack: {
    key: 'b',
    label: 'Send back',
    title: 'Send this listing back to its seller?',
    explains: 'Buyers do not see it until the seller has changed it and somebody here has verified it.',
    yes: 'Send back',
    text: { label: 'Reason', required: true, told: true },
    usual: [
      'The photos do not show the car well enough. Please take new ones in daylight.',
      'The photos are not of this car.',
      'Please take phone numbers and links out of the description.',
      'Please send us a picture of the logbook by WhatsApp.',
    ],
    danger: true,
  },
  suspend: {
    key: 's',
    label: 'Suspend',
    title: 'Take this listing off the market?',
    explains: 'Nobody but its seller sees it until it is restored. Its reports are closed.',
    yes: 'Suspend',
    text: { label: 'Reason', required: true, told: true },
    usual: [
      'Several readers reported this listing. Please contact us.',
      'We doubt that this car is yours to sell. Please send us the logbook.',
    ],
    danger: true,
  },
  restore: {
    key: 'u',
    label: 'Restore',
    title: 'Restore this listing?',
    explains: 'It comes back as what it was paid for and left as.',
    yes: 'Restore',
    text: { label: 'Note', required: false, told: false },
  },
  extend: {
    key: 'e',
    label: 'Extend',
    title: 'Give this listing more days?',
    explains: 'Free of charge, added to the end of its time.',
    yes: 'Extend',
    text: { label: 'Reason', required: true, told: false },
    usual: ['The site was out of reach.', 'Goodwill after a complaint.'],
  },
}
