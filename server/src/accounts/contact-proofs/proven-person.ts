import type { ContactProofNeeded, ProofWay } from '@twende/contract/accounts/contact-proof.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { offeredChannels } from '../../notifications/channels/registry.ts'
import { contactHash, type ProvenPerson, personOf } from './contact.ts'
import { type ProofDeps, readContactProofs } from './contact-proof-cookie.ts'

type Caller = { request: FastifyRequest; currentUser: CurrentUser | undefined }

/**
 * The person that a caller has proved to be, and by which limits count instead of by network: a phone number, the address
 * of the account, or another address.
 */
export function provenPersonOf(deps: ProofDeps, { request, currentUser }: Caller): ProvenPerson | undefined {
  const people = readContactProofs(deps, request).map(({ person }) => person)
  const ofAccount = currentUser?.emailProven
    ? personOf({ email: currentUser.email }, deps.tokenSecret)
    : undefined
  return people.find(({ kind }) => kind === 'phone') ?? ofAccount ?? people[0]
}

/** The hash of the address if this browser proved exactly this one. */
export function provenEmailHash(deps: ProofDeps, request: FastifyRequest, email: string): string | undefined {
  const hash = contactHash({ email }, deps.tokenSecret)
  return readContactProofs(deps, request).some(({ contact }) => contact === hash) ? hash : undefined
}

type WayDeps = { config: Pick<Config, 'channels' | 'demo'> }

/** How a code can be sent in this market. */
export function proofWays({ config }: WayDeps): ProofWay[] {
  return ['email', ...offeredChannels(config).filter((channel) => channel === 'sms')]
}

/** The data of a refusal that asks for a proof; `email` is what the form is filled with. */
export function proofNeeded(deps: WayDeps, email = ''): ContactProofNeeded {
  return { ways: proofWays(deps), email, emailFixed: false }
}

/** Only this address will do. */
export function emailProofNeeded(email: string): ContactProofNeeded {
  return { ways: ['email'], email, emailFixed: true }
}
