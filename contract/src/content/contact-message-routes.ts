import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, pageQuery, pageReply } from '../text.ts'
import { ContactForm } from './contact-form.ts'

export const MESSAGE_STATES = ['open', 'answered', 'suspicious'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** A stored message of the contact form. */
export const ContactMessage = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  state: z.enum(MESSAGE_STATES),
  receivedAt: z.string(),
  answeredAt: z.nullable(z.string()),
  /** The name of the person who marked it as answered. */
  answeredBy: z.nullable(z.string()),
  /** Why the form service has not accepted it, in words; empty when it has, or when there is no such service. */
  forwardProblem: z.string(),
})
export type ContactMessage = z.output<typeof ContactMessage>

export const messageRoutes = defineRoutes({
  'POST /api/contact': {
    summary: 'Send a message; the same one twice on a day is stored once',
    access: 'anyone',
    body: ContactForm,
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['message_not_taken', 'contact_proof_needed', 'rate_limited'],
    limits: [{ per: 'address', max: 10, seconds: 900, ofPerson: 5 }],
  },
  'GET /api/admin/messages': {
    summary: 'Messages of the contact form, newest first',
    access: 'staff',
    personalData: true,
    query: pageQuery(
      {
        state: z._default(z.enum(MESSAGE_STATES), 'open'),
      },
      100,
    ),
    reply: pageReply(ContactMessage, {
      counts: z.object({ open: z.int(), answered: z.int(), suspicious: z.int() }),
    }),
    errors: [],
  },
  'POST /api/admin/message/:messageId/answered': {
    summary: 'Mark a message as answered, or as open again',
    access: 'staff',
    params: z.object({ messageId: Id }),
    body: z.object({ answered: z._default(z.boolean(), true) }),
    reply: z.object({ success: z.literal(true), data: ContactMessage, message: z.string() }),
    errors: ['not_found'],
  },
})
