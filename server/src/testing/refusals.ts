import { ApiError, type Call } from '@twende/contract/http/call.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'

/** Refusals that any route may answer. */
const OF_ALL_ROUTES = ['invalid', 'own_thing']

/** Calls, and fails where a refusal has a code that the contract of its route does not name. */
export function refusingAsStated(call: Call): Call {
  return async (name, request, options) => {
    try {
      return await call(name, request, options)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const stated: readonly string[] = [...routes[name as RouteKey].errors, ...OF_ALL_ROUTES]
      if (stated.includes(error.code)) throw error
      throw new Error(`${name} was refused with ${error.code}, which it does not state`, { cause: error })
    }
  }
}
