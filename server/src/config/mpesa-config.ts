import { SettingError } from './setting-error.ts'

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '[::1]'])

export type MpesaConfig = ReturnType<typeof readMpesaConfig>

type Settings = {
  MPESA_BASE_URL?: string | undefined
  MPESA_CONSUMER_KEY?: string | undefined
  MPESA_CONSUMER_SECRET?: string | undefined
  MPESA_SHORTCODE?: string | undefined
  MPESA_PASSKEY?: string | undefined
  MPESA_TYPE: 'paybill' | 'till'
  MPESA_TILL?: string | undefined
  MPESA_BUSINESS_NAME?: string | undefined
  MPESA_ACCOUNT_HINT: string
  MPESA_CALLBACK_URL?: string | undefined
}

/** The shortcode of Safaricom's sandbox, which the simulator collects for. */
const SIMULATED_PAYBILL = '174379'

/** The line to M-Pesa: real with all four credentials, simulated with none; anything between is refused. */
export function readMpesaConfig(set: Settings, publicUrl: string) {
  const { MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY } = set
  const credentials = { MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY }
  if (MPESA_CONSUMER_KEY && MPESA_CONSUMER_SECRET && MPESA_SHORTCODE && MPESA_PASSKEY) {
    const baseUrl = set.MPESA_BASE_URL ?? 'https://api.safaricom.co.ke'
    const callbackUrl = set.MPESA_CALLBACK_URL ?? publicUrl
    if (new URL(baseUrl).hostname.endsWith('.safaricom.co.ke') && !callbackUrl.startsWith('https://')) {
      throw new SettingError(
        `Safaricom reports payments only to a public https address, not to ${callbackUrl}: set PUBLIC_URL or MPESA_CALLBACK_URL.`,
      )
    }
    return {
      kind: 'daraja' as const,
      baseUrl,
      consumerKey: MPESA_CONSUMER_KEY,
      consumerSecret: MPESA_CONSUMER_SECRET,
      shortcode: MPESA_SHORTCODE,
      passkey: MPESA_PASSKEY,
      type: set.MPESA_TYPE,
      tillNumber: set.MPESA_TILL ?? MPESA_SHORTCODE,
      callbackUrl,
      business: {
        name: set.MPESA_BUSINESS_NAME ?? '',
        number: set.MPESA_TYPE === 'till' ? (set.MPESA_TILL ?? MPESA_SHORTCODE) : MPESA_SHORTCODE,
        type: set.MPESA_TYPE,
        accountHint: set.MPESA_TYPE === 'till' ? '' : set.MPESA_ACCOUNT_HINT,
      },
    }
  }
  const missing = Object.entries(credentials).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length < 4 || set.MPESA_BASE_URL !== undefined) {
    throw new SettingError(
      `M-Pesa needs ${missing.join(', ')} too: set all four credentials, or none and no MPESA_BASE_URL to use the simulator.`,
    )
  }
  return {
    kind: 'simulator' as const,
    business: {
      name: set.MPESA_BUSINESS_NAME ?? 'DEMO MOTORS LTD',
      number: SIMULATED_PAYBILL,
      type: 'paybill' as const,
      accountHint: set.MPESA_ACCOUNT_HINT,
    },
  }
}

/** Whether payments move real money: M-Pesa is neither simulated nor answered by this machine. */
export function isRealMoney(mpesa: MpesaConfig): boolean {
  if (mpesa.kind === 'simulator') return false
  const { hostname } = new URL(mpesa.baseUrl)
  return !LOOPBACK_NAMES.has(hostname) && !/^127(\.\d{1,3}){3}$/.test(hostname)
}
