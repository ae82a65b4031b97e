import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { answerMessage, readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'

export function messageHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/contact', async ({ body, currentUser }) => {
    await sendMessage(deps, body, currentUser)
    return { success: true, message: 'Form Submitted Successfully' }
  })
  serve(app, deps, 'GET /api/admin/messages', async ({ query }) => ({
    success: true,
    ...(await readMessages(deps, query)),
  }))
  serve(app, deps, 'POST /api/admin/message/:messageId/answered', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    const data = await answerMessage(deps, { ...params, ...body, accountId })
    return { success: true, data, message: body.answered ? 'Marked as answered.' : 'Open again.' }
  })
}
