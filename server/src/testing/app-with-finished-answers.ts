import fastify, { type FastifyInstance } from 'fastify'
import { finishedAnswersServer } from '../http/finished-answers.ts'

/** An application without routes, whose server sends finished answers as the market's does. */
export function appWithFinishedAnswers(): FastifyInstance {
  const { serverFactory, attachTo } = finishedAnswersServer({
    drain: { isDraining: false },
    logger: { isLevelEnabled: () => false },
  })
  const app = fastify({ serverFactory, forceCloseConnections: true })
  attachTo(app)
  return app
}
