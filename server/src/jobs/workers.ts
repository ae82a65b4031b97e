import type { AppDeps } from '../deps.ts'
import { pushPayment } from '../payments/push-payment.ts'
import { registerC2b } from '../payments/register-c2b.ts'
import { workCallback } from '../payments/work-callback.ts'
import type { Workers } from './job-queue.ts'

/** Who does which job. */
export function createWorkers(deps: AppDeps): Workers {
  return {
    'push-payment': (job) => pushPayment(deps, job),
    'work-callback': (job) => workCallback(deps, job),
    'register-c2b': () => registerC2b(deps),
  }
}
