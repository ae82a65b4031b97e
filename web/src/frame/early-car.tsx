import { getLocale } from '@twende/messages/runtime'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { summaryPictureSizes } from '../bookings/book/book-wizard.tsx'
import { pictureSizes } from '../listings/buy/listing-view.tsx'
import { earlyPictureId } from './early-picture.tsx'
import { type ChosenCar, readChosenCar } from './read-chosen-car.ts'

/**
 * Adds a script to the pages whose car stands in the navigation state. Only browsers know it, so the server cannot draw the car,
 * and on a slow phone its picture would wait for 150 kB of bundles and then for an answer. The script asks for the car while
 * they are on their way; the page takes the answer (`takeEarlyAnswer`) in place of asking.
 */
export function withEarlyCar(html: string, route: string | undefined, nonce: string | undefined): string {
  const page = route && pageOf(route)
  if (!page) return html
  const code = `(${readChosenCar})(${JSON.stringify(page).replaceAll('<', '\\u003c')})`
  const script = `<script${nonce ? ` nonce="${nonce}"` : ''}>${code}</script>`
  // Before the style sheet, which is most of the page.
  return html.replace(/<style|<\/head>/, (tag) => script + tag)
}

function pageOf(route: string): ChosenCar | undefined {
  const shared = { language: getLocale(), slot: earlyPictureId }
  if (route === 'book') {
    const picture = draw(summaryPictureSizes)
    return { ...shared, path: '/api/car/get/', signedIn: true, picture }
  }
  if (route !== 'purchase') return undefined
  return { ...shared, path: '/api/sell/get/', signedIn: false, picture: draw(pictureSizes) }
}

/** The picture as the page will show it, so that it is fetched once. */
function draw(sizes: string): string {
  return renderToStaticMarkup(<Picture address="/media/HASH/1200.jpg" alt="" sizes={sizes} priority />)
}
