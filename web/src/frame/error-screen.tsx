import { Button, buttonClasses } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { links } from '../links.ts'
import { RoadEnds } from './road-ends.tsx'

/** What a person sees when a page itself broke. Home is a plain link, since the app may be what is broken. */
export function ErrorScreen({ requestId }: { requestId?: string | undefined }) {
  return (
    <Container className="grid items-center gap-10 py-12 md:grid-cols-2 lg:py-20">
      <title>Unexpected Application Error! | Twende</title>
      <div role="alert">
        <p className="kicker mb-3 text-clay-deep">Something broke on our side</p>
        <h1 className="title">Unexpected Application Error!</h1>
        <p className="mt-5 max-w-md text-lg text-soft">
          This page could not be shown. Try again; if it keeps happening, tell us on WhatsApp.
        </p>
        {requestId && (
          <p className="mt-3 text-sm text-soft">
            Tell us this number:{' '}
            <code className="figures font-semibold text-ink select-all">{requestId}</code>
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <a href={links.home} className={buttonClasses({ variant: 'secondary' })}>
            Home
          </a>
        </div>
      </div>
      <RoadEnds />
    </Container>
  )
}
