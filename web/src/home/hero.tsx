import { m } from '@twende/messages'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { ArrowUpRight, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { useSlideshow } from './use-slideshow.ts'

const heroSlides: readonly HeroSlide[] = [
  {
    picture: 'savannah',
    alt: m.home_slide_savannah_alt,
    place: m.home_slide_savannah_place,
    line: m.home_slide_savannah_line,
    to: links.rent({ category: 'SUV' }),
  },
  {
    picture: 'coast',
    alt: m.home_slide_coast_alt,
    place: m.home_slide_coast_place,
    line: m.home_slide_coast_line,
    to: links.rent({ category: 'Convertible' }),
  },
  {
    picture: 'city',
    alt: m.home_slide_city_alt,
    place: m.home_slide_city_place,
    line: m.home_slide_city_line,
    to: links.rent({ category: 'Luxury' }),
  },
  {
    picture: 'showroom',
    alt: m.home_slide_showroom_alt,
    place: m.home_slide_showroom_place,
    line: m.home_slide_showroom_line,
    to: links.buy(),
  },
]

/** The opening picture story of the home page. */
export function Hero() {
  const show = useSlideshow(heroSlides.length)
  const ready = useReadySlides(show.current, show.running)
  return (
    <section
      aria-roledescription="carousel"
      aria-label={m.home_hero_label()}
      {...show.hold}
      className="mx-auto max-w-7xl sm:px-6 sm:pt-4 lg:px-8"
    >
      <div className="relative">
        <div className="relative">
          <ul
            aria-live={show.running ? 'off' : 'polite'}
            className="grid aspect-[25/24] overflow-hidden sm:aspect-[2/1] sm:rounded-lg lg:aspect-[1216/590]"
          >
            {heroSlides.map((slide, at) => (
              <Slide
                key={slide.picture}
                slide={slide}
                at={at}
                current={at === show.current}
                ready={ready.has(at)}
              />
            ))}
          </ul>
          <SlideControls show={show} />
        </div>
        <HeroWords />
      </div>
    </section>
  )
}

/** On wide screens, where the text is large, it stands on a line of its own. */
const lineEnd = (text: string) => <span className="lg:block">{text}</span>

function HeroWords() {
  return (
    <div className="bg-paper px-4 pt-6 sm:px-0 sm:pt-8 lg:notch-left lg:absolute lg:bottom-0 lg:left-0 lg:w-[39%] lg:rounded-tr-lg lg:pr-6">
      <p className="kicker mb-3">{m.home_hero_kicker()}</p>
      {/* The lines break where we say, so that none moves when the typeface arrives. */}
      <h1 className="headline text-[clamp(1.5rem,8.7vw,3.5rem)] whitespace-nowrap lg:text-[clamp(3.25rem,5.3vw,4.25rem)]">
        <span className="block">
          <Sentence text={m.home_hero_rent()} marks={{ end: lineEnd }} />
        </span>
        <span className="block">
          <Sentence text={m.home_hero_buy()} marks={{ end: lineEnd }} />
        </span>
      </h1>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to={links.rent()} className="flex-1 sm:min-h-14 sm:flex-none sm:px-7">
          {m.common_rent_now()}
        </LinkButton>
        <LinkButton to={links.buy()} variant="secondary" className="flex-1 sm:min-h-14 sm:flex-none sm:px-7">
          {m.home_hero_buy_sell()}
        </LinkButton>
      </div>
    </div>
  )
}

type SlideProps = { slide: HeroSlide; at: number; current: boolean; ready: boolean }

function Slide({ slide, at, current, ready }: SlideProps) {
  return (
    <li
      inert={!current}
      className={classes(
        'relative col-start-1 row-start-1 min-h-0 transition-opacity duration-700',
        current ? 'opacity-100' : 'opacity-0',
      )}
    >
      {ready && <SlidePicture slide={slide} first={at === 0} />}
      <Link
        to={slide.to}
        className="absolute top-4 right-4 left-4 flex min-h-11 items-center gap-2 rounded-md bg-paper py-2 pr-3 pl-4 text-sm sm:left-auto"
      >
        <span className="min-w-0 flex-1">
          <strong className="font-display">{slide.place()}.</strong> {slide.line()}
        </span>
        <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
      </Link>
    </li>
  )
}

function SlidePicture({ slide, first }: { slide: HeroSlide; first: boolean }) {
  const wide = (format: string) =>
    [960, 1440, 1920].map((width) => `/hero/${slide.picture}-${width}.${format} ${width}w`).join(', ')
  const tall = (format: string) =>
    [480, 750, 1000].map((width) => `/hero/${slide.picture}-portrait-${width}.${format} ${width}w`).join(', ')
  const phone = '(max-width: 639px)'
  return (
    <picture>
      <source media={phone} type="image/avif" srcSet={tall('avif')} sizes="100vw" />
      <source media={phone} type="image/webp" srcSet={tall('webp')} sizes="100vw" />
      <source type="image/avif" srcSet={wide('avif')} sizes="(min-width: 1280px) 1216px, 100vw" />
      <img
        src={`/hero/${slide.picture}-1440.webp`}
        srcSet={wide('webp')}
        sizes="(min-width: 1280px) 1216px, 100vw"
        alt={slide.alt()}
        fetchPriority={first ? 'high' : 'low'}
        className="absolute inset-0 size-full object-cover object-[30%_50%]"
      />
    </picture>
  )
}

function SlideControls({ show }: { show: ReturnType<typeof useSlideshow> }) {
  return (
    <div className="notch-right absolute right-0 bottom-0 flex items-center rounded-tl-lg bg-paper pt-1 pl-2">
      {heroSlides.map((slide, at) => (
        <button
          key={slide.picture}
          type="button"
          aria-label={m.home_slide_show({ number: at + 1, place: slide.place() })}
          aria-current={at === show.current}
          onClick={() => show.show(at)}
          className="grid h-11 w-9 place-items-center"
        >
          <span
            className={classes(
              'block h-2 rounded-full transition-all duration-300',
              at === show.current ? 'w-6 bg-acacia' : 'w-2 bg-edge',
            )}
          />
        </button>
      ))}
      <button
        type="button"
        aria-label={show.stopped ? m.home_slides_play() : m.home_slides_pause()}
        onClick={() => show.setStopped(!show.stopped)}
        className="grid size-11 place-items-center"
      >
        {show.stopped ? (
          <Play aria-hidden="true" className="size-4" />
        ) : (
          <Pause aria-hidden="true" className="size-4" />
        )}
      </button>
    </div>
  )
}

/** The slides whose pictures may load: the first at once, each next one only when the page is complete and they turn. */
function useReadySlides(current: number, running: boolean): ReadonlySet<number> {
  const [ready, setReady] = useState<ReadonlySet<number>>(new Set([0]))
  useEffect(() => {
    const add = () =>
      setReady(
        (known) => new Set([...known, current, ...(running ? [(current + 1) % heroSlides.length] : [])]),
      )
    if (document.readyState === 'complete') {
      add()
      return
    }
    window.addEventListener('load', add, { once: true })
    return () => window.removeEventListener('load', add)
  }, [current, running])
  return ready
}

type HeroSlide = {
  /** Names the picture files in `/hero`. */
  picture: 'savannah' | 'coast' | 'city' | 'showroom'
  alt: () => string
  place: () => string
  line: () => string
  to: string
}
