import { m } from '@twende/messages'
import { Button, buttonClasses } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { links } from '../links.ts'

type ErrorScreenProps = {
  requestId?: string | undefined
  /** Nothing broke: the server cannot be reached. */
  offline?: boolean
}

/** What a person sees when a page itself broke, or could not be fetched. Home is a plain link, since the app may be what is broken. */
export function ErrorScreen({ requestId, offline }: ErrorScreenProps) {
  const title = offline ? m.common_unreachable() : m.common_page_failed_title()
  return (
    <Container className="grid items-center gap-10 py-12 md:grid-cols-2 lg:py-20">
      <title>{`${title} | Twende`}</title>
      <div role="alert">
        {!offline && <p className="kicker mb-3 text-clay-deep">{m.error_page_kicker()}</p>}
        <h1 className="title">{title}</h1>
        <p className="mt-5 max-w-md text-lg text-soft">
          {offline ? m.common_try_later() : m.error_page_text()}
        </p>
        {requestId && (
          <p className="mt-3 text-sm text-soft">
            {m.error_page_number()}{' '}
            <code className="figures font-semibold text-ink select-all">{requestId}</code>
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>{m.common_try_again()}</Button>
          <a href={links.home} className={buttonClasses({ variant: 'secondary' })}>
            {m.nav_home()}
          </a>
        </div>
      </div>
      <RoadEnds />
    </Container>
  )
}

/** A road that runs out under an acacia, for the pages where something went wrong. */
export function RoadEnds() {
  return <img src="/brand/road-ends.svg" alt="" width={600} height={420} className="w-full" />
}
