import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { links } from '../links.ts'

const reasons = [
  {
    title: 'The same hands',
    words: 'Whoever looks at your machine tells you about it, and hands it back to you.',
  },
  { title: 'Prices in writing', words: 'Before we begin. If it turns out to be more, we stop and ask.' },
  { title: 'Parts you may keep', words: 'What we took out is yours to see, and to take home.' },
  {
    title: 'Somebody is awake',
    words: 'A car that stops at night or a server that does: there is a number that rings.',
  },
] as const

/** Why people stay with us, and the way to begin. */
export function AboutEnd() {
  return (
    <>
      <Container className="grid gap-10 pt-16 lg:grid-cols-[1fr_1.6fr] lg:gap-16 lg:pt-24">
        <h2 className="title">Why people come back</h2>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {reasons.map(({ title, words }) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-soft">{words}</p>
            </li>
          ))}
        </ul>
      </Container>
      <Container className="pt-16 lg:pt-24">
        <div className="flex flex-wrap items-center justify-between gap-6 rounded-lg bg-sunrise px-6 py-8 sm:px-10 sm:py-10">
          <div className="max-w-xl">
            <h2 className="title">Something on your mind?</h2>
            <p className="mt-3 text-lg">A car, a computer, or a question about either. We like questions.</p>
          </div>
          <LinkButton to={links.contactUs} size="lg">
            Get in Touch
          </LinkButton>
        </div>
      </Container>
    </>
  )
}
