import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DELETE_WORD, Notifications } from '../notifications/notification-preferences.ts'
import { KenyanPhone } from '../payments/kenyan-phone.ts'
import { NewPassword, PersonName, Role } from './account-routes.ts'

export const Profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  memberSince: z.string(),
  notifications: Notifications,
})
export type Profile = z.output<typeof Profile>

const NoPhone = z.pipe(
  z.union([z.literal(''), z.null()]),
  z.transform(() => null),
)

const Password = z
  .string('Please enter your password')
  .check(z.minLength(1, 'Please enter your password'), z.maxLength(256))

/** What is left out stays as it is; an empty phone takes the number away. Another phone needs the password. */
export const ProfileChange = z.object({
  name: z.optional(PersonName),
  phone: z.optional(
    z.union(
      [NoPhone, KenyanPhone],
      'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)',
    ),
  ),
  notifications: z.optional(z.partial(Notifications)),
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
    summary: 'Change name, phone, or which mails come; answers a token of the same session with the new name',
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
      confirmation: z
        .string(`Please type ${DELETE_WORD} to confirm`)
        .check(z.trim(), z.regex(new RegExp(`^${DELETE_WORD}$`), `Please type ${DELETE_WORD} to confirm`)),
    }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['wrong_password', 'account_in_use', 'rate_limited'],
  },
})
