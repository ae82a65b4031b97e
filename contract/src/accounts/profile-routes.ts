import { m } from '@twende/messages'
import { locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { CHOSEN_CHANNELS, DELETE_WORD, Notifications } from '../notifications/notification-preferences.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import { NewPassword, PersonName, Role, StaffRights } from './account-routes.ts'

export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  /** What the person may do besides the work of all staff; empty for customers. */
  rights: StaffRights,
  memberSince: z.string(),
  notifications: Notifications,
  /** The channels besides mail by which this market can send. */
  channels: z.array(z.enum(CHOSEN_CHANNELS)),
  /** The language of mails and receipts. */
  locale: z.enum(locales),
})
export type Profile = z.output<typeof Profile>

const NoPhone = z.pipe(
  z.union([z.literal(''), z.null()]),
  z.transform(() => null),
)

const Password = z
  .string({ error: m.validation_password_missing })
  .check(z.minLength(1, { error: m.validation_password_missing }), z.maxLength(256))

/** What is left out stays as it is; an empty phone takes the number away. Another phone needs the password. */
export const ProfileChange = z.object({
  name: z.optional(PersonName),
  phone: z.optional(z.union([NoPhone, KenyanPhone], { error: m.validation_kenyan_phone })),
  notifications: z.optional(z.partial(Notifications)),
  locale: z.optional(z.enum(locales)),
  password: z.optional(Password),
})
export type ProfileChange = z.output<typeof ProfileChange>

const Renewed = z.object({ success: z.literal(true), token: z.string(), message: z.string() })

export const profileRoutes = defineRoutes({
  'GET /api/user/me': {
    summary: 'The signed-in person',
    access: 'user',
    withoutSecondFactor: true,
    reply: z.object({ success: z.literal(true), data: Profile }),
    errors: [],
  },
  'POST /api/user/update': {
    summary:
      'Change name, phone, language, or which mails come; answers a token of the same session with the new name',
    access: 'user',
    body: ProfileChange,
    reply: z.extend(Renewed, { data: Profile }),
    errors: ['password_needed', 'wrong_password', 'rate_limited'],
    limits: [{ per: 'user', max: 60, seconds: 3600 }],
  },
  'POST /api/user/change-password': {
    summary: 'Set a new password; every other session ends',
    access: 'user',
    withoutSecondFactor: true,
    body: z.object({ oldPassword: Password, newPassword: NewPassword }),
    reply: Renewed,
    errors: ['wrong_password', 'password_too_common', 'rate_limited'],
  },
  'GET /api/user/export': {
    summary: 'Everything we keep about the caller',
    access: 'user',
    reply: z.object({ success: z.literal(true), data: z.record(z.string(), z.unknown()) }),
    errors: ['rate_limited'],
    limits: [{ per: 'user', max: 20, seconds: 3600 }],
  },
  'POST /api/user/delete': {
    summary: 'Delete the account; records of money stay, without a name',
    access: 'user',
    body: z.object({
      password: Password,
      confirmation: z.string({ error: () => m.validation_type_to_confirm({ word: DELETE_WORD }) }).check(
        z.trim(),
        z.regex(new RegExp(`^${DELETE_WORD}$`), {
          error: () => m.validation_type_to_confirm({ word: DELETE_WORD }),
        }),
      ),
    }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['wrong_password', 'account_in_use', 'rate_limited'],
  },
})
