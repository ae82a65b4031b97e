import { ShieldCheck } from 'lucide-react'

const advice = [
  {
    rule: 'Never pay a deposit before you have seen the car.',
    why: 'No fuel money, no transport, no “booking fee”. Whoever asks for it usually has no car.',
  },
  {
    rule: 'Check its records at NTSA.',
    why: 'A copy of records costs Ksh 550 on eCitizen and nowhere else. Compare owner, chassis and engine number, and look for a loan on the car.',
  },
  {
    rule: 'See the logbook and the seller’s ID.',
    why: 'Both must carry the same name. A copy or a “lost” logbook is a reason to walk away.',
  },
  {
    rule: 'Meet in daylight, in a public place.',
    why: 'Bring somebody along, and a mechanic who owes the seller nothing.',
  },
  {
    rule: 'Pay when the transfer is under way.',
    why: 'The seller starts it on eCitizen and you accept it; by law within 14 days. Keep a signed agreement.',
  },
]

/** How to buy from a stranger and keep one's money. */
export function SafetyPanel() {
  return (
    <section aria-labelledby="buy-safely" className="mt-10 rounded-lg bg-sunrise-tint p-5 sm:p-6">
      <h2 id="buy-safely" className="flex items-center gap-2.5 text-2xl">
        <ShieldCheck aria-hidden="true" className="size-6 shrink-0 text-sunrise-ink" />
        Buy safely
      </h2>
      <ol className="mt-4 grid gap-4">
        {advice.map(({ rule, why }) => (
          <li key={rule}>
            <p className="font-semibold">{rule}</p>
            <p className="text-sm">{why}</p>
          </li>
        ))}
      </ol>
      <p className="mt-5 border-t border-line pt-4 text-sm">
        We never ask for your M-Pesa PIN or for a code sent to your phone, and we hold no money for a seller.
      </p>
    </section>
  )
}
