import { SPEC_LABELS } from '@twende/contract/listings/listing-choices.ts'
import type { SellWords } from './sell-draft.ts'

/** The fields of `/api/sell/add`; its pictures go beside them as image1 to image4. */
export function sellFields({
  values,
  payment,
}: Pick<SellWords, 'values' | 'payment'>): Record<string, string> {
  const { features, contactPhone, contactEmail, ...rest } = values
  const texts = new Map(Object.entries(rest))
  const specs = Object.keys(SPEC_LABELS).map((name) => [name, texts.get(name) ?? ''] as const)
  for (const [name] of specs) texts.delete(name)
  return {
    ...Object.fromEntries(texts),
    features: JSON.stringify(features),
    specs: JSON.stringify(Object.fromEntries(specs)),
    contactInfo: JSON.stringify({ phone: contactPhone, email: contactEmail }),
    ...payment,
    // A request to the phone has no message; one left over in the form would only tell the wallet's balance.
    mpesaMessage: payment.paymentMethod === 'stk' ? '' : payment.mpesaMessage,
  }
}
