/** The part of libheif-js that its documentation describes; the package has no types of it. */
declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

  class HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    display<Given extends Pixels>(given: Given, done: (decoded: Given | null) => void): void
  }

  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export = libheif
}
