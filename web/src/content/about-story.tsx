import { Container } from '@twende/ui/controls/layout.tsx'

const widths = (format: string) =>
  [960, 1440, 1920].map((width) => `/hero/showroom-${width}.${format} ${width}w`).join(', ')
const SIZES = '(min-width: 1280px) 1216px, 100vw'

/** How it began, and what for. */
export function AboutStory() {
  return (
    <>
      <Container className="pt-8 lg:pt-16">
        <p className="kicker mb-3">About Twende</p>
        <h1 className="headline max-w-4xl">We mended computers long before we handed over car keys.</h1>
      </Container>
      <div className="mx-auto mt-8 max-w-7xl sm:px-6 lg:mt-12 lg:px-8">
        <picture>
          <source type="image/avif" srcSet={widths('avif')} sizes={SIZES} />
          <img
            src="/hero/showroom-1440.webp"
            srcSet={widths('webp')}
            sizes={SIZES}
            alt="Three cars on the floor of a bright showroom"
            fetchPriority="high"
            className="aspect-[3/2] w-full bg-sand object-cover object-[80%_50%] sm:rounded-lg md:aspect-[2/1]"
          />
        </picture>
      </div>
      <Container className="grid gap-10 pt-12 lg:grid-cols-[1fr_1.6fr] lg:gap-16 lg:pt-20">
        <h2 className="title">Our story</h2>
        <div className="max-w-2xl text-lg sm:columns-2 sm:gap-10 lg:max-w-none">
          <p>
            In 2016 we rented a bench in Nairobi and put out a sign for computer repair. The first customer
            brought a laptop that had met a cup of chai. It lived, she told her office, and the office came.
          </p>
          <p className="mt-4">
            Repairs led to networks, networks to cameras, and cameras to a question we heard every week: can
            you put one of those in my car? So we fitted trackers and dash cams, hundreds of them, and learned
            what people go through when they hire a car, or buy one from a stranger.
          </p>
          <p className="mt-4">
            Twende is our answer to that. It is the same trade, really. Look closely before you promise
            anything. Say the price first. Pick up the phone afterwards, too.
          </p>
        </div>
      </Container>
      <Mission />
    </>
  )
}

function Mission() {
  return (
    <Container className="pt-16 lg:pt-24">
      <section aria-labelledby="mission" className="border-l-4 border-sunrise pl-5 sm:pl-10">
        <h2 id="mission" className="kicker">
          Our mission
        </h2>
        <p className="mt-3 max-w-4xl font-display text-2xl font-bold tracking-tight sm:text-4xl">
          That a machine, whether it has four wheels or four USB ports, does what its owner was told it would.
        </p>
      </section>
    </Container>
  )
}
