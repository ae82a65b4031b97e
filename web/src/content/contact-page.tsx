import { Container } from '@twende/ui/controls/layout.tsx'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/contact-page'
import { ContactForm } from './contact-form.tsx'
import { ContactWays } from './contact-ways.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Contact us',
    description:
      'Call, chat or write to Twende in Nairobi: about a rental, a car for sale, an order or a repair.',
    path: links.contactUs,
    matches,
  })

export default function ContactPage() {
  return (
    <Container className="py-8 lg:py-16">
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-20">
        <div>
          <p className="kicker mb-3">Contact</p>
          <h1 className="headline">Karibu. A person will answer.</h1>
          <p className="mt-5 max-w-md text-lg text-soft">
            A chat is quickest. A message is best for things with a story, and we answer it within a working
            day.
          </p>
          <ContactWays />
        </div>
        <section aria-labelledby="write-to-us" className="panel h-fit p-5 sm:p-8">
          <h2 id="write-to-us" className="text-2xl">
            Write to us
          </h2>
          <ContactForm />
        </section>
      </div>
    </Container>
  )
}
