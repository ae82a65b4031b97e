import { Container } from '@twende/ui/controls/layout.tsx'

const figures = [
  { figure: '25+', what: 'professionals' },
  { figure: '15,000+', what: 'clients' },
  { figure: '24/7', what: 'support' },
  { figure: '2016', what: 'at work since' },
] as const

export function AboutFigures() {
  return (
    <section aria-label="The team in figures" className="on-dark mt-16 bg-acacia text-paper lg:mt-24">
      <Container className="py-14 lg:py-20">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
          {figures.map(({ figure, what }) => (
            <div key={what} className="flex flex-col-reverse justify-end border-l-4 border-sunrise pl-4">
              <dt className="text-lg text-acacia-pale">{what}</dt>
              <dd className="figures font-display text-4xl font-bold tracking-tighter sm:text-5xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}
