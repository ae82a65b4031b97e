import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes, STAFF_RIGHTS } from '../http/route.ts'
import { Email, plainLine } from '../text.ts'
import { PASSWORD_LENGTH } from './password-rules.ts'

export const ROLES = ['user', 'staff', 'admin'] as const
export const Role = z.enum(ROLES)
export type Role = z.output<typeof Role>
export const StaffRights = z.array(z.enum(STAFF_RIGHTS)).check(z.maxLength(STAFF_RIGHTS.length))

/** A new password: 8 to 128 characters, anything in them. */
export const NewPassword = z
  .string({ error: m.validation_password_choose })
  .check(
    z.minLength(PASSWORD_LENGTH.least, { error: m.validation_password_too_short }),
    z.maxLength(PASSWORD_LENGTH.most, { error: () => m.validation_too_long({ max: PASSWORD_LENGTH.most }) }),
  )

export const SignIn = z.object({
  email: Email,
  password: z
    .string({ error: m.validation_password_missing })
    .check(z.minLength(1, { error: m.validation_password_missing }), z.maxLength(256)),
})
export const PersonName = z
  .string({ error: m.validation_name_of_person })
  .check(
    z.trim(),
    z.regex(/^\P{Cc}*$/u, { error: m.validation_name_on_one_line }),
    z.overwrite(plainLine),
    z.minLength(1, { error: m.validation_name_of_person }),
    z.maxLength(80, { error: () => m.validation_too_long({ max: 80 }) }),
  )

export const SignUp = z.object({
  name: PersonName,
  email: Email,
  password: NewPassword,
})
export const ForgotPassword = z.object({ email: Email })
export const VerifyCode = z.object({
  email: Email,
  code: z
    .string({ error: m.validation_code_missing })
    .check(z.trim(), z.regex(/^\d{6}$/, { error: m.validation_code })),
})
export const ResetPassword = z.object({ email: Email, newPassword: NewPassword })

const Done = z.object({ success: z.literal(true), message: z.string() })
const SignedIn = z.object({ success: z.literal(true), token: z.string(), message: z.string() })

export const accountRoutes = defineRoutes({
  'POST /api/user/register': {
    summary: 'Create an account and sign in',
    access: 'anyone',
    body: SignUp,
    reply: SignedIn,
    errors: ['email_taken', 'password_too_common', 'contact_proof_needed', 'rate_limited'],
    limits: [
      { per: 'address', max: 400, seconds: 3600, ofPerson: 10 },
      { per: 'address', max: 2000, seconds: 86_400, ofPerson: 20 },
    ],
  },
  'POST /api/user/login': {
    summary: 'Sign in',
    access: 'anyone',
    body: SignIn,
    reply: SignedIn,
    errors: ['wrong_login', 'email_proof_needed', 'second_factor_needed', 'account_banned', 'rate_limited'],
  },
  'POST /api/user/forgot-password': {
    summary: 'Send a recovery code by email; answers alike for unknown addresses',
    access: 'anyone',
    body: ForgotPassword,
    reply: Done,
    errors: ['contact_proof_needed', 'rate_limited'],
    limits: [{ per: 'address', max: 300, seconds: 3600, ofPerson: 10 }],
  },
  'POST /api/user/verify-code': {
    summary: 'Prove the recovery code; binds the right to reset to this browser',
    access: 'anyone',
    body: VerifyCode,
    reply: Done,
    // Wrong codes alone are counted. The link of the same mail works beyond every limit.
    errors: ['wrong_code', 'mailed_link_needed'],
  },
  'POST /api/user/verify-link': {
    summary: 'Open the link of a recovery mail; binds the right to reset to this browser',
    access: 'anyone',
    body: z.object({
      secret: z.string().check(z.regex(/^[\w-]{43}$/, { error: m.validation_recovery_link })),
    }),
    reply: z.extend(Done, { email: z.string() }),
    errors: ['recovery_link_over'],
  },
  'POST /api/user/reset-password': {
    summary: 'Set a new password after the code was proved; signs out everywhere',
    access: 'anyone',
    body: ResetPassword,
    reply: Done,
    // Only who has the unguessable secret gets further: a limit would let others of the network keep the owner out.
    errors: ['reset_not_verified', 'password_too_common'],
  },
})
