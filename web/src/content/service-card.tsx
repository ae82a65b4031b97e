import type { Service } from '@twende/contract/content/content-routes.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'

/** One thing we do; asking for it opens a chat that names it. */
export function ServiceCard({ service, number }: { service: Service; number: string }) {
  const { name, description, image } = service
  const wish = `Hello Twende, I would like to ask about your service "${name}".`
  return (
    <article className="grid w-full grid-cols-[6.5rem_1fr] gap-x-4 sm:flex sm:flex-col">
      <Picture
        address={image}
        alt=""
        ratio="4/3"
        sizes="(min-width: 1024px) 25vw, (min-width: 640px) 50vw, 104px"
        className="h-fit rounded-md sm:rounded-lg"
      />
      <div className="sm:flex sm:flex-1 sm:flex-col sm:pt-4">
        <h3 className="text-xl">{name}</h3>
        <p className="mt-2 text-soft sm:flex-1">{description}</p>
        {number && (
          <LinkButton
            href={whatsappLink(number, wish)}
            target="_blank"
            rel="noopener noreferrer"
            variant="secondary"
            size="sm"
            className="mt-4 self-start"
            aria-label={`Ask on WhatsApp: ${name}`}
          >
            Ask on WhatsApp
          </LinkButton>
        )}
      </div>
    </article>
  )
}
