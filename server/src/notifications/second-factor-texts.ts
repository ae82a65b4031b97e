import { showInstant } from '@twende/contract/calendar-day.ts'
import { letter, type NotificationText } from './notification-texts.ts'

export type FactorKind = 'passkey' | 'app' | 'recovery codes'

const factorNames: Record<FactorKind, string> = {
  passkey: 'A passkey',
  app: 'An authenticator app',
  'recovery codes': 'A new list of recovery codes',
}

const NOT_YOU =
  'If this was not you, set a new password with "Forgot password" on the login page now, and tell us by replying to this message.'

export function secondFactorAddedText(facts: {
  name: string
  factor: FactorKind
  at: Date
}): NotificationText {
  const next =
    facts.factor === 'recovery codes'
      ? 'The codes of the list before no longer work.'
      : 'From now on, logging in asks for it after your password.'
  return {
    kind: 'second_factor_added',
    subject: 'The log-in of your Twende account was changed',
    body: letter(facts.name, [
      `${factorNames[facts.factor]} was added to your Twende account on ${shown(facts.at)}. ${next}`,
      NOT_YOU,
    ]),
  }
}

export function secondFactorRemovedText(facts: {
  name: string
  factor: FactorKind
  at: Date
}): NotificationText {
  return {
    kind: 'second_factor_removed',
    subject: 'The log-in of your Twende account was changed',
    body: letter(facts.name, [
      `${factorNames[facts.factor]} was removed from your Twende account on ${shown(facts.at)}.`,
      NOT_YOU,
    ]),
  }
}

export function recoveryCodeUsedText(facts: { name: string; left: number; at: Date }): NotificationText {
  return {
    kind: 'recovery_code_used',
    subject: 'A recovery code of your Twende account was used',
    body: letter(facts.name, [
      `One of your recovery codes was used on ${shown(facts.at)}. ${facts.left === 1 ? '1 code is' : `${facts.left} codes are`} left; make new ones under My Account.`,
      NOT_YOU,
    ]),
  }
}

/** An admin, or whoever runs the server, removed what the person had lost. */
export function secondFactorResetText(facts: { name: string; at: Date }): NotificationText {
  return {
    kind: 'second_factor_reset',
    subject: 'The second factor of your Twende account was removed',
    body: letter(facts.name, [
      `Twende removed every passkey, authenticator app and recovery code from your account on ${shown(facts.at)}, and logged you out everywhere. Your password stays as it is: log in with it, and add a second factor again under My Account.`,
      'If you did not ask for this, please reply to this message at once.',
    ]),
  }
}

function shown(at: Date): string {
  return `${showInstant(at.toISOString())} Nairobi time`
}
