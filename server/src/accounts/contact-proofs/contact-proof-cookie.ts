import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../basic-deps.ts'
import { isSameHash, keyedHash, keyFor } from '../secrets.ts'
import { type Contact, contactHash, type ProvenPerson, personOf } from './contact.ts'

/**
 * A cookie remembers which contacts this browser proved. It has hashes and no address, gives no access, and is worth as
 * much from every network.
 */

export type ProofDeps = { tokenSecret: string; clock: Clock }

/** `contact` is the hash of exactly this address or number. */
type ContactProof = { contact: string; person: ProvenPerson }

const VALID_DAYS = 30
const MAX_PROOFS = 4
const NAME = 'contact'
const KINDS: readonly ProvenPerson['kind'][] = ['phone', 'mailbox', 'domain']

/** The proofs of a request, the last one first. */
export function readContactProofs(deps: ProofDeps, request: FastifyRequest): readonly ContactProof[] {
  const { cookie } = request.headers
  const sent = cookieNamed(`__Host-${NAME}`, cookie) ?? cookieNamed(NAME, cookie) ?? ''
  const texts = sent.slice(0, 1000).split('~').slice(0, MAX_PROOFS)
  return texts.flatMap((text) => readEntry(deps, text)?.proof ?? [])
}

/** Adds a proof to those of the browser. */
export function rememberContactProof(
  deps: ProofDeps & { config: { publicUrl: string } },
  { request, reply, contact }: { request: FastifyRequest; reply: FastifyReply; contact: Contact },
): void {
  const { cookie } = request.headers
  const isSecure = deps.config.publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${NAME}` : NAME
  const proof = {
    contact: contactHash(contact, deps.tokenSecret),
    person: personOf(contact, deps.tokenSecret),
  }
  const others = (cookieNamed(name, cookie) ?? '')
    .slice(0, 1000)
    .split('~')
    .filter((text) => {
      const entry = readEntry(deps, text)
      return entry !== undefined && entry.proof.contact !== proof.contact
    })
  const expires = Math.floor(deps.clock.now().getTime() / 1000) + VALID_DAYS * 86_400
  const value = [writeEntry(deps, proof, expires), ...others].slice(0, MAX_PROOFS).join('~')
  const rules = `Path=/; Max-Age=${VALID_DAYS * 86_400}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${value}; ${rules}`)
}

function readEntry(deps: ProofDeps, text: string): { proof: ContactProof } | undefined {
  const [kindName = '', contact = '', key = '', expires = ''] = text.split('.')
  const kind = KINDS.find((known) => known === kindName)
  if (!kind || !/^\d{1,12}$/.test(expires)) return undefined
  if (Number(expires) * 1000 <= deps.clock.now().getTime()) return undefined
  const proof = { contact, person: { kind, key } }
  return isSameHash(text, writeEntry(deps, proof, Number(expires))) ? { proof } : undefined
}

function writeEntry({ tokenSecret }: ProofDeps, { contact, person }: ContactProof, expires: number): string {
  const content = `${person.kind}.${contact}.${person.key}.${expires}`
  return `${content}.${keyedHash(keyFor('contact proof', tokenSecret), content)}`
}

/** The value of a cookie; undefined if the header has none of this name. */
export function cookieNamed(name: string, header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}
