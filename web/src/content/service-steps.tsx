import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { links } from '../links.ts'

const steps = [
  {
    title: 'You tell us',
    words: 'What it does, what it should do, and since when. A photo helps more than a name.',
  },
  {
    title: 'We look',
    words: 'At our bench or at your place. Then you hear the price and the day, in writing.',
  },
  { title: 'You decide', words: 'Yes, and we begin. No, and you pay at most the look we took.' },
] as const

export function ServiceSteps() {
  return (
    <section className="mt-20 border-y border-line bg-sand py-16">
      <Container className="grid gap-10 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 className="title">A price before a screwdriver</h2>
          <LinkButton to={links.contactUs} className="mt-6">
            Send a message
          </LinkButton>
        </div>
        <ol className="grid gap-8 sm:grid-cols-3">
          {steps.map(({ title, words }, at) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <span aria-hidden="true" className="figures font-display text-5xl font-bold text-acacia">
                {at + 1}
              </span>
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 text-soft">{words}</p>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  )
}
