import { Secret, TOTP } from 'otpauth'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

export type AddedApp = {
  recoveryCodes: readonly string[]
  /** The code that the app shows at the given time. */
  codeAt(at: Date): string
  /** Advances the clock to the next code and returns it. */
  freshCode(): string
}

/** Adds an authenticator app to somebody's account, as the account page does. */
export async function addApp(market: TestMarket, { token }: Pick<Person, 'token'>): Promise<AddedApp> {
  const { data } = await market.call('POST /api/user/second-factors/app', {}, { token })
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const codeAt = (at: Date) => totp.generate({ timestamp: at.getTime() })
  const body = { challenge: data.challenge, code: codeAt(market.clock.now()) }
  const { recoveryCodes = [] } = await market.call(
    'POST /api/user/second-factors/app/confirm',
    { body },
    { token },
  )
  const freshCode = () => {
    market.clock.advance(30_000)
    return codeAt(market.clock.now())
  }
  return { recoveryCodes, codeAt, freshCode }
}
