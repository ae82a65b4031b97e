import type { Provider } from '../provider.ts'

/** Money that staff takes and gives by hand, and notes. */
export const cashProvider: Provider = {
  methods: ['cash'],
  account: 'cash',
  recordedMethod: 'cash',
  payout: 'recorded',
  isPaymentCode: () => false,
}
