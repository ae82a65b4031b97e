import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { openPayingMarket } from '../../../testing/paying-market.ts'
import { newReceipt, stkBody } from '../../../testing/stk-body.ts'
import { findPayment } from '../../payment-store.ts'
import { providerContract } from '../testing/provider-contract.ts'
import { mpesaProvider } from './mpesa-provider.ts'

providerContract('mpesa', mpesaProvider, async () => {
  const market = await openPayingMarket()
  let phones = 0
  const collect = async (resultCode: string) => {
    const customer = await market.signUp()
    phones += 1
    const phone = `07125${10_100 + phones}`
    await market.phoneBehaves({ resultCode })
    const { payment } = await market.book(customer, phone)
    const settled = resultCode === '0' ? 'paid' : 'failed'
    await expect
      .poll(() => market.payment(customer, payment._id))
      .toMatchObject({
        status: settled,
      })
    const row = await findPayment(market.db, payment._id)
    if (!row) throw new Error('the payment was just read')
    return row
  }
  return {
    deps: market.deps,
    collect: (payer) => collect(payer === 'pays' ? '0' : '1032'),
    notStarted: async () => ({ ...(await collect('0')), id: uuidv7() }),
    async webhook(payment, says) {
      const row = await market.row(payment.id)
      if (says === 'declined') return stkBody({ ...row, receipt: null })
      const about = says === 'paid' ? row : { ...row, checkout_request_id: 'ws_CO_of_another' }
      return stkBody({ ...about, receipt: newReceipt() })
    },
    posted: ({ webhook_secret }, body, by) => ({
      secret: by === 'provider' ? (webhook_secret ?? '') : randomBytes(32).toString('hex'),
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    }),
    close: () => market.close(),
  }
})
