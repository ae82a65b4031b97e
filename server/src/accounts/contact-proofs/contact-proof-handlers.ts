import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { networkOf } from '../../http/limits/network-of.ts'
import { serve } from '../../http/serve.ts'
import { checkContactCode } from './check-contact-code.ts'
import type { Contact } from './contact.ts'
import { rememberContactProof } from './contact-proof-cookie.ts'
import { sendContactCode } from './send-contact-code.ts'

/** The proof of an email address or a phone number, which counts instead of the network. */
export function contactProofHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/contact-code', async ({ body, request, currentUser }) => {
    const contact = contactIn(body)
    const data = await sendContactCode(deps, { contact, network: networkOf(request.ip), currentUser })
    return { success: true, message: m.answer_contact_code_sent(), data }
  })
  serve(app, deps, 'POST /api/user/contact-proof', async ({ body, request, reply, currentUser }) => {
    const { challenge, code } = body
    const contact = contactIn(body)
    await checkContactCode(deps, { contact, challenge, code, currentUser })
    rememberContactProof(deps, { request, reply, contact })
    return { success: true, message: m.answer_contact_proved() }
  })
}

/** The schema takes exactly one of the two. */
function contactIn({
  email = '',
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}): Contact {
  return phone === undefined ? { email } : { phone }
}
