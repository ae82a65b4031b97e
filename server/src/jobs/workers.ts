import type { AppDeps } from '../deps.ts'
import { processCallback } from '../payments/collections/process-callback.ts'
import { sendPaymentRequest } from '../payments/collections/send-payment-request.ts'
import { registerCallbacks } from '../payments/providers/registry.ts'
import type { Workers } from './job-queue.ts'

export function createWorkers(deps: AppDeps): Workers {
  return {
    'send-payment-request': (job) => sendPaymentRequest(deps, job),
    'process-callback': (job) => processCallback(deps, job),
    'register-callbacks': () => registerCallbacks(deps),
  }
}
