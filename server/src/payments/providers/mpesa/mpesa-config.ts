import { PHONE_AS_ACCOUNT } from '@twende/contract/business-constants.ts'
import * as z from 'zod'
import { baseAddress, SettingError, settingWords } from '../../../config/setting.ts'

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '[::1]'])

export type MpesaConfig = ReturnType<typeof readMpesaConfig>

const DARAJA = 'https://api.safaricom.co.ke'
const SIMULATED_NAME = 'DEMO MOTORS LTD'

/** The settings of M-Pesa in the environment. */
export const mpesaSettings = {
  MPESA_CONSUMER_KEY: z.string().optional().register(settingWords, {
    group: 'first',
    does: "The consumer key of your application at Safaricom's Daraja; set all four credentials or none.",
    otherwise: 'the simulator answers',
  }),
  MPESA_CONSUMER_SECRET: z.string().optional().register(settingWords, {
    group: 'first',
    does: 'The consumer secret of that application.',
    otherwise: 'the simulator answers',
  }),
  MPESA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'MPESA_SHORTCODE is 5 to 7 digits.')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The paybill, or the store number of a till, of 5 to 7 digits.',
      otherwise: 'the simulator answers',
    }),
  MPESA_PASSKEY: z.string().optional().register(settingWords, {
    group: 'first',
    does: 'The passkey of that shortcode.',
    otherwise: 'the simulator answers',
  }),
  MPESA_TYPE: z
    .enum(['paybill', 'till'], 'MPESA_TYPE is paybill or till.')
    .default('paybill')
    .register(settingWords, { group: 'first', does: 'What customers pay to: `paybill` or `till`.' }),
  MPESA_TILL: z
    .string()
    .regex(/^\d{5,8}$/, 'MPESA_TILL is 5 to 8 digits.')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The till that customers see, of 5 to 8 digits, where `MPESA_TYPE` is `till`.',
      otherwise: '`MPESA_SHORTCODE`',
    }),
  MPESA_BUSINESS_NAME: z
    .string()
    .transform((text) => text.trim().replace(/\s+/g, ' '))
    .refine((name) => name.length <= 60, 'MPESA_BUSINESS_NAME has at most 60 characters.')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: "The name that M-Pesa's messages show for the business, of at most 60 characters, until an admin changes it.",
      otherwise: `none; ${SIMULATED_NAME} with the simulator`,
    }),
  MPESA_ACCOUNT_HINT: z
    .string()
    .transform((text) => text.trim())
    .refine((hint) => hint.length <= 60, 'MPESA_ACCOUNT_HINT has at most 60 characters.')
    .default(PHONE_AS_ACCOUNT)
    .register(settingWords, {
      group: 'first',
      does: 'What people who pay by hand type as the account number of a paybill, of at most 60 characters, until an admin changes it.',
    }),
  MPESA_PULL_NUMBER: z
    .string()
    .regex(/^254[17]\d{8}$/, 'MPESA_PULL_NUMBER is a number such as 254712345678.')
    .optional()
    .register(settingWords, {
      group: 'large',
      does: 'The phone that Safaricom has for the shortcode, where it has enabled Pull Transactions: payments whose report never came are then found within ten minutes.',
      otherwise: 'missed payments are found by a statement of the portal only',
    }),
  MPESA_CALLBACK_URL: baseAddress('MPESA_CALLBACK_URL', 'https://twende.example')
    .optional()
    .register(settingWords, {
      group: 'large',
      does: 'The address to which Safaricom reports payments, if that is not `PUBLIC_URL`.',
      otherwise: '`PUBLIC_URL`',
    }),
  MPESA_BASE_URL: baseAddress('MPESA_BASE_URL', 'https://sandbox.safaricom.co.ke')
    .optional()
    .register(settingWords, {
      group: 'tests',
      does: 'The address of Daraja, such as `https://sandbox.safaricom.co.ke` for trials.',
      otherwise: `\`${DARAJA}\``,
    }),
}

type Settings = z.infer<z.ZodObject<typeof mpesaSettings>>

/** The shortcode of Safaricom's sandbox, which the simulator collects for. */
const SIMULATED_PAYBILL = '174379'

/** How M-Pesa is reached: real with all four credentials, simulated with none; anything between is refused. */
export function readMpesaConfig(set: Settings, publicUrl: string) {
  const { MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY } = set
  const credentials = { MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY }
  if (MPESA_CONSUMER_KEY && MPESA_CONSUMER_SECRET && MPESA_SHORTCODE && MPESA_PASSKEY) {
    const baseUrl = set.MPESA_BASE_URL ?? DARAJA
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
      pullNumber: set.MPESA_PULL_NUMBER,
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
      name: set.MPESA_BUSINESS_NAME ?? SIMULATED_NAME,
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
