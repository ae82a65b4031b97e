import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { type Choices, quoteBody } from './booking-choices.ts'

type Shown = { shownTotal: number; sentence: string }

/** Asks whether the rental period is wanted at what it costs by now; the total agreed to, or null for no. */
export async function agreeNewPrice(carId: string, choices: Choices, { shownTotal, sentence }: Shown) {
  const newTotal = await priceNow(carId, choices)
  const agreed = await ask({
    sentence,
    more: m.book_price_changed({ before: showKsh(shownTotal), now: showKsh(newTotal) }),
    yes: m.book_price_agree({ price: showKsh(newTotal) }),
    no: m.book_price_decline(),
  })
  return { total: agreed ? newTotal : null }
}

async function priceNow(carId: string, choices: Choices): Promise<number> {
  const { data } = await call('POST /api/booking/quote', { body: quoteBody(carId, choices) })
  return data.finalAmount
}
