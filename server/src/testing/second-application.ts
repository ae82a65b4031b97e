import { type Call, createCall } from '@twende/contract/http/call.ts'
import { createApp } from '../app.ts'
import type { AppDeps } from '../deps.ts'
import { createDeps } from '../start/open-market.ts'
import type { TestMarket } from './test-app.ts'

type SecondApplication = { call: Call; deps: AppDeps; close(): Promise<void> }

/** Another application over the same database, as a second process would serve it. */
export async function openSecondApplication({ deps }: TestMarket): Promise<SecondApplication> {
  const { config, connection, logger, clock } = deps
  const second = await createDeps({ config, connection, logger, clock })
  const app = await createApp(second.deps)
  const call = createCall(async ({ method, url, headers, body }) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, body: response.json() }
  })
  return {
    call,
    deps: second.deps,
    async close() {
      await app.close()
      await second.close()
    },
  }
}
