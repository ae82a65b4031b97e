import { createHmac } from 'node:crypto'
import { people } from '../../demo/people.ts'

export type DemoSignIn = { role: 'customer' | 'seller' | 'staff' | 'admin'; email: string; password: string }

const CUSTOMER_PASSWORD = 'karibu-twende'

/**
 * Who can sign in to the demo market, with passwords. Customers share a public password; those of staff and admin
 * differ for each installation, so that a public demo cannot be administered by everybody.
 */
export function demoSignIns(tokenSecret: string): DemoSignIn[] {
  return people.flatMap(({ email, role, signsInAs }) => {
    if (!signsInAs) return []
    const password = role === 'user' ? CUSTOMER_PASSWORD : `karibu-${wordFor(email, tokenSecret)}`
    return [{ role: signsInAs, email, password }]
  })
}

/** The sign-ins as they are printed. */
export function signInLines(tokenSecret: string): string[] {
  return demoSignIns(tokenSecret).map(
    ({ role, email, password }) => `  ${role.padEnd(9)} ${email.padEnd(28)} ${password}`,
  )
}

function wordFor(email: string, tokenSecret: string): string {
  return createHmac('sha256', tokenSecret).update(`demo password of ${email}`).digest('hex').slice(0, 12)
}
