import { Container } from '@twende/ui/controls/layout.tsx'

const stats = [
  { figure: '5000+', what: 'customers' },
  { figure: '200+', what: 'vehicles' },
  { figure: '50+', what: 'locations' },
] as const

export function Stats() {
  return (
    <section aria-label="Twende in figures" className="on-dark bg-acacia text-paper">
      <Container className="py-14 lg:py-20">
        <dl className="grid gap-8 sm:grid-cols-3">
          {stats.map(({ figure, what }) => (
            <div key={what} className="flex flex-col-reverse border-l-4 border-sunrise pl-5">
              <dt className="text-lg text-acacia-pale">{what}</dt>
              <dd className="figures font-display text-5xl font-bold tracking-tighter lg:text-7xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}
