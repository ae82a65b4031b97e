type Pictured = { image: string; image2: string; image3: string; image4: string }

/**
 * The address a card of a car for sale shows: the first valid http picture among the second to fourth, else the main
 * one; undefined when there is none and the placeholder is shown.
 */
export function cardPicture({ image, image2, image3, image4 }: Pictured): string | undefined {
  return [image2, image3, image4, image].find(isHttpAddress)
}

function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
