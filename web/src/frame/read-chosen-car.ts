import type { EarlyAnswer } from '@twende/ui/api/early-answer.ts'

/** What the script of one page is told. */
export type ChosenCar = {
  /** The address of the API before the id of the car. */
  path: string
  language: string
  /** The page is for people who are signed in. */
  signedIn: boolean
  /** The picture of a car, with `HASH` in place of that of its file. */
  picture: string
  /** The id of the element in which it is shown. */
  slot: string
}

/**
 * Asks for the car of the navigation state, and shows its picture. It runs in a browser as the text of an inline script
 * (`early-car.tsx`), before the bundles are there, so it names nothing outside itself.
 */
export function readChosenCar({ path, language, signedIn, picture, slot }: ChosenCar) {
  const { usr, key } = window.history.state ?? {}
  const carId: unknown = usr?.carId
  const token = localStorage.getItem('token') || undefined
  if (typeof carId !== 'string' || !carId || (signedIn && !token)) return
  const url = path + encodeURIComponent(carId)
  const headers = { accept: 'application/json', 'accept-language': language, ...(token ? { token } : {}) }
  const response = fetch(url, { headers })
  window.earlyAnswer = { carId, url, token, entry: key, response } satisfies EarlyAnswer
  const show = async (answer: Response) => {
    const { data } = await answer.clone().json()
    const { address, placeholder } = data.pictures[0] ?? { address: data.image }
    const hash = /\/media\/([\w-]+)\/\d+\.\w+$/.exec(address)?.[1]
    const place = document.getElementById(slot)
    if (!hash || !place) return
    place.innerHTML = picture.replaceAll('HASH', hash)
    if (placeholder)
      place.querySelector('span')?.style.setProperty('background-image', `url("${placeholder}")`)
  }
  // What is wrong with an answer is said by the page.
  response.then(show).catch(() => {})
}
