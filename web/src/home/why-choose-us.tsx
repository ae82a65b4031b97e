import { freeWords } from '@twende/contract/bookings/cancellation-format.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { BadgeCheck, CalendarCheck, ReceiptText, Smartphone } from 'lucide-react'

const reasons = (cancellation: AppSettings['cancellation']) => [
  {
    Icon: ReceiptText,
    title: 'The price you see is the price you pay',
    words:
      'Days times the daily rate. Deposit and kilometres are on the page before you book, not at the counter.',
  },
  {
    Icon: Smartphone,
    title: 'M-Pesa, or a person on WhatsApp',
    words: 'Pay from your phone in a minute, or settle the details in a chat first. Both hold your car.',
  },
  {
    Icon: BadgeCheck,
    title: 'Sellers we have checked',
    words: 'A car reaches the sale page only after our staff have looked at its papers and its pictures.',
  },
  {
    Icon: CalendarCheck,
    title: 'Your dates are yours',
    words: `Once you hold a car nobody else can book it. ${freeWords(cancellation)}`,
  },
]

export function WhyChooseUs() {
  const { cancellation } = useSettings()
  return (
    <section className="mt-20 border-y border-line bg-sand py-16 lg:py-20">
      <Container className="grid gap-10 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 className="title">Why choose us</h2>
          <p className="mt-4 max-w-md text-lg text-soft">
            Hiring a car in Kenya used to begin with five phone calls and end with a surprise on the bill. We
            kept the phone, and dropped the surprise.
          </p>
        </div>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {reasons(cancellation).map(({ Icon, title, words }) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <Icon aria-hidden="true" className="size-7 text-acacia" strokeWidth={1.75} />
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 text-soft">{words}</p>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
