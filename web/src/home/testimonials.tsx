import { Container } from '@twende/ui/controls/layout.tsx'
import { Stars } from '@twende/ui/controls/stars.tsx'

const testimonials = [
  {
    words:
      'We took the Prado to the Mara over Mashujaa weekend, five of us and my mother. The price on the page was the price my phone asked for. Nobody asked for “something small” at pickup.',
    name: 'Wanjiku Kamau',
    place: 'Nairobi',
    rating: 5,
  },
  {
    words:
      'My flight to Kisumu was two hours late. I sent one WhatsApp from the plane and the Fielder was still there, lights on, at half past nine at night.',
    name: 'Brian Otieno',
    place: 'Kisumu',
    rating: 5,
  },
  {
    words:
      'I listed my Vitz on a Tuesday and a teacher from Likoni drove it home on Saturday. Two thousand shillings for the month, and no broker in the middle.',
    name: 'Amina Hassan',
    place: 'Mombasa',
    rating: 5,
  },
] as const

export function Testimonials() {
  return (
    <Container className="pt-20">
      <h2 className="title">From the road</h2>
      <ul className="mt-10 grid gap-10 lg:grid-cols-3 lg:gap-0 lg:divide-x lg:divide-line">
        {testimonials.map(({ words, name, place, rating }) => (
          <li key={name} className="lg:px-8 lg:first:pl-0 lg:last:pr-0">
            <figure className="flex h-full flex-col gap-4">
              <Stars rating={rating} />
              <blockquote className="text-lg leading-relaxed">“{words}”</blockquote>
              <figcaption className="mt-auto">
                <span className="font-display font-bold">{name}</span>
                <span className="text-soft">, {place}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Container>
  )
}
