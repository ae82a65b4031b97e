import { m } from '@twende/messages'
import { locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, line } from '../text.ts'

/**
 * A rental agreement is made when the car is handed over, a return report when it comes back, an addendum when the rental was
 * changed in between and its customer accepted that.
 */
export const AGREEMENT_KINDS = ['handover', 'return', 'addendum'] as const
export type AgreementKind = (typeof AGREEMENT_KINDS)[number]

/** `AG-48213-90577`: random, so that nobody can guess one number from another. */
const AgreementNumber = z.string().check(z.regex(/^AG-\d{5}-\d{5}$/))

/** An agreement of a booking, with a link that only this account can open, for five minutes. */
export const Agreement = z.object({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(AGREEMENT_KINDS),
  madeAt: z.string(),
  /** The return that it is of was taken back. */
  isWithdrawn: z.boolean(),
  /** Null once the file was deleted with the account of the customer. */
  link: z.nullable(z.string()),
})
export type Agreement = z.output<typeof Agreement>

/** A change of a rental that waits for its customer. */
export const AddendumToAccept = z.object({
  /** 1, 2 … of its booking. */
  sequence: z.int(),
  madeAt: z.string(),
  /** Where it is read and accepted, without an account. */
  link: z.string(),
  /** What staff sends with the link, in the customer's language. */
  message: z.string(),
  /** Letters that no font of its paper has. */
  unprintable: z.array(z.string()),
})
export type AddendumToAccept = z.output<typeof AddendumToAccept>

/** As it is in the link of an addendum. */
const AddendumToken = z.string().check(z.regex(/^[0-9a-f-]{36}\.\d{1,4}\.[\w-]{43}$/))

/** What anybody who has the number of an agreement is told of it. */
export const AgreementCheck = z.object({
  number: z.string(),
  kind: z.enum(AGREEMENT_KINDS),
  madeAt: z.string(),
  isWithdrawn: z.boolean(),
  /** The first letters of the renter's name, such as `A. O.`; empty where none is known. */
  renter: z.string(),
  /** The first letters of the name of the member of staff. */
  staff: z.string(),
  /** Whether the file with the given hash is the one that was made; null where no hash was given. */
  isSame: z.nullable(z.boolean()),
})
export type AgreementCheck = z.output<typeof AgreementCheck>

const ShownBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('facts'),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    head: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    sum: z.optional(z.array(z.string())),
  }),
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    tone: z.optional(z.enum(['small', 'plain', 'strong'])),
  }),
  z.object({ kind: z.literal('points'), points: z.array(z.string()) }),
])

/** The words for the condition of the car, which only the device knows before the signature. */
const ConditionWords = z.object({
  title: z.string(),
  odometer: z.string(),
  fuel: z.string(),
  equipment: z.string(),
  noEquipment: z.string(),
  note: z.string(),
  marks: z.string(),
  noMarks: z.string(),
  /** From an empty tank to a full one. */
  levels: z.array(z.string()),
  equipmentNames: z.record(z.string(), z.string()),
  /** By kind and side of the car, such as `dent left`. */
  markNames: z.record(z.string(), z.string()),
})

/** An agreement as the renter reads it before the signature, in one language. */
export const AgreementToSign = z.object({
  language: z.enum(locales),
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), blocks: z.array(ShownBlock) })),
  condition: ConditionWords,
  /** What the signature says. */
  declaration: z.string(),
})
export type AgreementToSign = z.output<typeof AgreementToSign>

export const agreementRoutes = defineRoutes({
  'GET /api/booking/:bookingId/agreements': {
    summary: 'The rental agreement and the return report of a booking',
    access: 'user',
    personalData: true,
    params: z.object({ bookingId: Id }),
    reply: z.object({
      success: z.literal(true),
      data: z.array(Agreement),
      /** Those that will be ready soon. */
      beingMade: z.array(z.enum(AGREEMENT_KINDS)),
      /** Changes by staff that the customer has not accepted yet. */
      toAccept: z.array(AddendumToAccept),
    }),
    errors: ['booking_not_found'],
  },
  'GET /api/admin/booking/:bookingId/agreement': {
    summary:
      'What the rental agreement of a booking will say, in each language, for the renter to read before signing',
    access: 'staff',
    personalData: true,
    params: z.object({ bookingId: Id }),
    query: z.object({
      /** What staff has typed that will stand in it too. */
      typed: z.optional(z.string().check(z.maxLength(800))),
    }),
    reply: z.object({
      success: z.literal(true),
      /** The language of the customer's account; of a customer at the counter, that of whoever booked. */
      language: z.enum(locales),
      data: z.array(AgreementToSign),
      /** Letters that no font of the paper has. */
      unprintable: z.array(z.string()),
    }),
    errors: ['booking_not_found'],
  },
  'GET /api/addendum/:token': {
    summary: 'A change of a rental, for whoever was sent its link, until it is accepted',
    access: 'anyone',
    params: z.object({ token: AddendumToken }),
    reply: z.object({
      success: z.literal(true),
      acceptedAt: z.nullable(z.string()),
      paper: z.nullable(z.omit(AgreementToSign, { condition: true })),
    }),
    errors: ['agreement_not_found'],
  },
  'POST /api/addendum/:token/accept': {
    summary: 'Accept a change of a rental; a second time changes nothing',
    access: 'anyone',
    params: z.object({ token: AddendumToken }),
    body: z.object({ name: line(80, m.validation_signer_name) }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['agreement_not_found'],
  },
  'GET /api/agreement/:number': {
    summary: 'Whether a file is the agreement that was made under a number',
    access: 'anyone',
    params: z.object({ number: AgreementNumber }),
    query: z.object({
      /** The sha256 of the file, in hex. The file itself stays where it is. */
      hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    }),
    reply: z.object({ success: z.literal(true), data: AgreementCheck }),
    errors: ['agreement_not_found', 'contact_proof_needed', 'rate_limited'],
    limits: [{ per: 'address', max: 120, seconds: 3600, ofPerson: 60 }],
  },
})
