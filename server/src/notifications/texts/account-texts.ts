import { showInstant } from '@twende/contract/calendar-day.ts'
import type { FactorKind, TextsOf } from '../notification-kinds.ts'

type AccountKind =
  | 'recovery_code'
  | 'password_changed'
  | 'account_deleted'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_reset'
  | 'recovery_code_used'

export const accountTexts: TextsOf<AccountKind> = {
  recovery_code: ({ expiresAt, secret }) => ({
    subject: 'Your Twende code',
    paragraphs:
      secret === undefined
        ? []
        : [
            `Your code to set a new password is ${secret.code}.`,
            `It works once, until ${showInstant(expiresAt)} Nairobi time. Nobody from Twende will ever ask you for it.`,
            `If the code does not work, open this link within an hour: ${secret.link}`,
            'If you did not ask for this code, you can ignore this message. Your password stays as it is.',
          ],
  }),

  password_changed: ({ at, loggedOut }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your Twende account was changed on ${showInstant(at)} Nairobi time. ${
        loggedOut === 'elsewhere'
          ? 'Every other device has been logged out.'
          : 'You have been logged out everywhere, so please log in again with the new one.'
      }`,
      'If this was not you, choose "Forgot password" on the login page now, and tell us by replying to this message.',
    ],
  }),

  account_deleted: ({ at }) => ({
    subject: 'Your Twende account is deleted',
    paragraphs: [
      `Your Twende account was deleted on ${showInstant(at)} Nairobi time, with your cars for sale and everything you told us about yourself.`,
      'Records of payments stay with us, without your name, for as long as the tax law asks for them.',
      'If this was not you, please reply to this message at once. Asante for having been with us.',
    ],
  }),

  second_factor_added: ({ factor, at }) => ({
    subject: 'The log-in of your Twende account was changed',
    paragraphs: [
      `${factorLabels[factor]} was added to your Twende account on ${showInstant(at)} Nairobi time. ${
        factor === 'recovery_codes'
          ? 'The codes of the list before no longer work.'
          : 'From now on, logging in asks for it after your password.'
      }`,
      NOT_YOU,
    ],
  }),

  second_factor_removed: ({ factor, at }) => ({
    subject: 'The log-in of your Twende account was changed',
    paragraphs: [
      `${factorLabels[factor]} was removed from your Twende account on ${showInstant(at)} Nairobi time.`,
      NOT_YOU,
    ],
  }),

  second_factor_reset: ({ at }) => ({
    subject: 'The second factor of your Twende account was removed',
    paragraphs: [
      `Twende removed every passkey, authenticator app and recovery code from your account on ${showInstant(at)} Nairobi time, and logged you out everywhere. Your password stays as it is: log in with it, and add a second factor again under My Account.`,
      'If you did not ask for this, please reply to this message at once.',
    ],
  }),

  recovery_code_used: ({ left, at }) => ({
    subject: 'A recovery code of your Twende account was used',
    paragraphs: [
      `One of your recovery codes was used on ${showInstant(at)} Nairobi time. ${left === 1 ? '1 code is' : `${left} codes are`} left; make new ones under My Account.`,
      NOT_YOU,
    ],
  }),
}

const factorLabels: Record<FactorKind, string> = {
  passkey: 'A passkey',
  app: 'An authenticator app',
  recovery_codes: 'A new list of recovery codes',
}

const NOT_YOU =
  'If this was not you, set a new password with "Forgot password" on the login page now, and tell us by replying to this message.'
