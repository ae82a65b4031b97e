import type { Day } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { m } from '@twende/messages'
import { getLocale } from '@twende/messages/runtime'
import { Container } from '@twende/ui/controls/layout.tsx'

/** A paragraph, or the points of a list. */
type Passage = string | readonly string[]
export type LegalSection = { id: string; title: string; body: readonly Passage[] }

/** `21 November 2026`. */
function longDay(day: Day): string {
  return new Date(day).toLocaleDateString(`${getLocale()}-KE`, { dateStyle: 'long', timeZone: 'UTC' })
}

type LegalTextProps = {
  title: string
  /** What it says, in a breath. */
  lead: string
  changed: Day
  sections: readonly LegalSection[]
}

/** A long text to look things up in: contents beside it on wide screens, before it on phones. */
export function LegalText({ title, lead, changed, sections }: LegalTextProps) {
  return (
    <Container className="py-8 lg:py-16">
      <header className="max-w-3xl">
        <p className="kicker mb-3">{m.terms_changed({ day: longDay(changed) })}</p>
        <h1 className="headline">{title}</h1>
        <p className="mt-5 text-lg text-soft sm:text-xl">{lead}</p>
      </header>
      <div className="mt-10 grid gap-10 lg:mt-14 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <Contents sections={sections} />
        <div className="max-w-2xl">
          {sections.map((section, at) => (
            <Section key={section.id} section={section} number={at + 1} />
          ))}
        </div>
      </div>
    </Container>
  )
}

function Contents({ sections }: Pick<LegalTextProps, 'sections'>) {
  return (
    <nav aria-label={m.terms_contents()} className="h-fit no-print lg:sticky lg:top-24">
      <h2 className="text-lg">{m.terms_contents()}</h2>
      <ol className="mt-3 border-t-2 border-ink">
        {sections.map(({ id, title }, at) => (
          <li key={id} className="border-b border-line">
            <a href={`#${id}`} className="flex min-h-11 items-center gap-3 py-1 hover:text-acacia">
              <span aria-hidden="true" className="figures w-6 shrink-0 text-sm text-soft">
                {at + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  return (
    <section aria-labelledby={section.id} className="mb-12 border-t-2 border-ink pt-5">
      <h2 id={section.id} className="flex gap-3 text-2xl">
        <span aria-hidden="true" className="figures w-8 shrink-0 text-acacia">
          {number}
        </span>
        {section.title}
      </h2>
      <div className="mt-4 flex flex-col gap-4 sm:pl-11">
        {section.body.map((passage) =>
          typeof passage === 'string' ? (
            <p key={passage}>{keepAmounts(passage)}</p>
          ) : (
            <ul key={passage.join()} className="flex list-disc flex-col gap-2 pl-5 marker:text-acacia">
              {passage.map((point) => (
                <li key={point}>{keepAmounts(point)}</li>
              ))}
            </ul>
          ),
        )}
      </div>
    </section>
  )
}
