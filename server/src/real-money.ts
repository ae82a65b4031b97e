import type { MpesaConfig } from './mpesa-config.ts'

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '[::1]'])

/** Whether payments move real money: M-Pesa is neither simulated nor answered by this machine. */
export function isRealMoney(mpesa: MpesaConfig): boolean {
  if (mpesa.kind === 'simulator') return false
  const { hostname } = new URL(mpesa.baseUrl)
  return !LOOPBACK_NAMES.has(hostname) && !/^127(\.\d{1,3}){3}$/.test(hostname)
}
