import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { KenyanPhone } from '../payments/payment-input.ts'
import { Email } from '../text.ts'

const contact = { email: z.optional(Email), phone: z.optional(KenyanPhone) }

const isOneContact = ({ email, phone }: { email?: string | undefined; phone?: string | undefined }) =>
  (email === undefined) !== (phone === undefined)

const oneContact = { error: m.validation_contact_missing, path: ['email'] }

/** Where a code is sent: to an email address or to a phone. */
export const ContactCodeRequest = z.object(contact).check(z.refine(isOneContact, oneContact))

export const ContactProof = z
  .object({
    ...contact,
    /** What the answer to the request for the code gave. */
    challenge: z.string().check(z.regex(/^[\w.-]{1,200}$/)),
    code: z
      .string({ error: m.validation_code_missing })
      .check(z.trim(), z.regex(/^\d{6}$/, { error: m.validation_code })),
  })
  .check(z.refine(isOneContact, oneContact))

/**
 * Beyond what one network may do, a person proves an email address or a phone number, and is then counted by it instead of
 * by the network.
 */
export const contactProofRoutes = defineRoutes({
  'POST /api/user/contact-code': {
    summary: 'Send a code to an email address or a phone',
    access: 'anyone',
    body: ContactCodeRequest,
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      data: z.object({ challenge: z.string() }),
    }),
    errors: ['contact_way_not_offered', 'contact_codes_used_up'],
  },
  'POST /api/user/contact-proof': {
    summary: 'Prove the email address or the phone by the code; a cookie remembers it',
    access: 'anyone',
    body: ContactProof,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['wrong_code'],
  },
})
