import sheet from '../site.css?inline'

/**
 * The whole style sheet inside the page, before everything else: on a slow line asking for it
 * would cost a round trip before the first paint. The browser keeps the server's copy, so the
 * scripts need none.
 */
export function SiteStyles({ id }: { id: string }) {
  return (
    <style href={id} precedence="first">
      {import.meta.env.SSR ? sheet : ''}
    </style>
  )
}
