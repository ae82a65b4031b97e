import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { TextsOf } from '../notification-kinds.ts'
import type { FactorKind } from '../notification-params.ts'

type AccountKind =
  | 'recovery_code'
  | 'contact_code'
  | 'password_changed'
  | 'account_deleted'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_reset'
  | 'recovery_code_used'

export const accountTexts: TextsOf<AccountKind> = {
  recovery_code: ({ expiresAt, secret }) => ({
    subject: m.mail_account_recovery_subject(),
    paragraphs:
      secret === undefined
        ? []
        : [
            m.mail_account_recovery_code({ code: secret.code }),
            m.mail_account_recovery_once({ until: showInstant(expiresAt) }),
            m.mail_account_recovery_link({ link: secret.link }),
            m.mail_account_recovery_ignore(),
          ],
  }),

  // The subject is the whole of a text message.
  contact_code: ({ expiresAt, secret }) =>
    secret === undefined
      ? { subject: m.mail_account_recovery_subject(), paragraphs: [] }
      : {
          subject: m.mail_account_contact_subject({ code: secret.code, until: showInstant(expiresAt) }),
          paragraphs: [
            m.mail_account_contact_code({ code: secret.code }),
            m.mail_account_contact_until({ until: showInstant(expiresAt) }),
            m.mail_account_contact_ignore(),
          ],
        },

  password_changed: ({ at, loggedOut }) => ({
    subject: m.mail_account_password_subject(),
    paragraphs: [
      loggedOut === 'elsewhere'
        ? m.mail_account_password_elsewhere({ at: showInstant(at) })
        : m.mail_account_password_everywhere({ at: showInstant(at) }),
      m.mail_account_password_not_you(),
    ],
  }),

  account_deleted: ({ at }) => ({
    subject: m.mail_account_deleted_subject(),
    paragraphs: [
      m.mail_account_deleted({ at: showInstant(at) }),
      m.mail_account_deleted_papers(),
      m.mail_account_deleted_records(),
      m.mail_account_deleted_not_you(),
    ],
  }),

  second_factor_added: ({ factor, at }) => ({
    subject: m.mail_account_login_changed_subject(),
    paragraphs: [
      factor === 'recovery_codes'
        ? m.mail_account_codes_added({ factor: factorLabels[factor](), at: showInstant(at) })
        : m.mail_account_factor_added({ factor: factorLabels[factor](), at: showInstant(at) }),
      m.mail_not_you(),
    ],
  }),

  second_factor_removed: ({ factor, at }) => ({
    subject: m.mail_account_login_changed_subject(),
    paragraphs: [
      m.mail_account_factor_removed({ factor: factorLabels[factor](), at: showInstant(at) }),
      m.mail_not_you(),
    ],
  }),

  second_factor_reset: ({ at }) => ({
    subject: m.mail_account_factor_reset_subject(),
    paragraphs: [m.mail_account_factor_reset({ at: showInstant(at) }), m.mail_account_factor_reset_not_you()],
  }),

  recovery_code_used: ({ left, at }) => ({
    subject: m.mail_account_code_used_subject(),
    paragraphs: [m.mail_account_code_used({ left, at: showInstant(at) }), m.mail_not_you()],
  }),
}

const factorLabels: Record<FactorKind, () => string> = {
  passkey: m.mail_account_factor_passkey,
  app: m.mail_account_factor_app,
  recovery_codes: m.mail_account_factor_recovery_codes,
}
