import { isSellFormPhone, normaliseKenyanPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../api.ts'
import type { SellDraftTools } from './use-sell-draft.ts'

/** Fills in what the account knows of the seller, where they have typed nothing yet. */
export function usePrefill(signedIn: boolean, prefill: SellDraftTools['prefill']) {
  const fill = useEffectEvent(async () => {
    const { data } = await call('GET /api/user/me', {})
    const stored = normaliseKenyanPhone(data.phone ?? '') ?? ''
    prefill({
      name: data.name,
      email: data.email,
      phone: stored && showPhone(stored),
      // The M-Pesa field knows 07 numbers only, without spaces.
      mpesaPhone: isSellFormPhone(stored) ? stored.replace(/^254/, '0') : '',
    })
  })
  useEffect(() => {
    // Convenience only: without an answer the fields stay empty.
    if (signedIn) fill().catch(() => {})
  }, [signedIn])
}
