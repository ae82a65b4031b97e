import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ArrowUpRight, Clock, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { socialLinks } from './social-links.ts'

const linkLook =
  'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-acacia'

/** How else to reach us: by phone, in a chat, at the door, and where we post pictures. */
export function ContactWays() {
  const { whatsappNumber } = useSettings()
  const hello = whatsappLink(whatsappNumber, 'Hello Twende, I have a question.')
  return (
    <>
      <dl className="mt-8 border-t-2 border-ink">
        {whatsappNumber && (
          <>
            <Way icon={<MessageCircle />} name="WhatsApp">
              <a href={hello} target="_blank" rel="noopener noreferrer" className={linkLook}>
                Start a chat
              </a>
            </Way>
            <Way icon={<Phone />} name="Phone">
              <a href={`tel:+${whatsappNumber}`} className={`figures ${linkLook}`}>
                {showPhone(whatsappNumber)}
              </a>
            </Way>
          </>
        )}
        <Way icon={<Clock />} name="Hours">
          Monday to Saturday, 8:00 to 18:00. Rented cars: day and night.
        </Way>
        <Way icon={<MapPin />} name="Workshop and cars">
          Nairobi, with pickup points in Mombasa, Kisumu, Nakuru and Eldoret
        </Way>
      </dl>
      <nav aria-label="Social media" className="mt-6">
        <ul className="flex flex-wrap gap-x-6">
          {socialLinks.map(({ name, address }) => (
            <li key={name}>
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center gap-1 font-semibold hover:text-acacia"
              >
                {name}
                <ArrowUpRight aria-hidden="true" className="size-4" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

function Way({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-14 items-center gap-x-4 border-b border-line py-2 sm:grid-cols-[12rem_1fr]">
      <dt className="flex items-center gap-3 text-soft [&_svg]:size-5 [&_svg]:text-acacia">
        {icon}
        {name}
      </dt>
      <dd className="pl-8 sm:pl-0">{children}</dd>
    </div>
  )
}
