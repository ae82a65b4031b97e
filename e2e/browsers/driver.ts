/** An element of the page that is shown, by the name that the driver gave it. */
export type Element = string

export type Value = string | number | boolean | null

/** What a smoke test needs of a browser, whichever protocol it speaks. */
export type Driver = {
  goTo: (address: string) => Promise<unknown>
  /** Runs the body of a function in the page, with `args` in it, and gives what it returns. */
  evaluate: (body: string, args?: readonly Value[]) => Promise<unknown>
  /** The same for a function that returns an element or null. */
  findElement: (body: string, args?: readonly Value[]) => Promise<Element | null>
  click: (element: Element) => Promise<unknown>
  /** Replaces what is in a field, with the keyboard. */
  type: (element: Element, text: string) => Promise<unknown>
  press: (key: 'Enter') => Promise<unknown>
  /** Chooses from a list by the words of the choice. */
  choose: (select: Element, label: string) => Promise<unknown>
  chooseFiles: (input: Element, paths: readonly string[]) => Promise<unknown>
  /** A picture of the page as PNG. */
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

/** How the keys without a letter are written in both protocols. */
export const keys = { Enter: '\uE007', Control: '\uE009' }

/** Says what to install where a program is missing. */
export function notInstalled(browser: string, program: string, packages: string): Error {
  return new Error(
    `${browser} cannot be tested: there is no ${program} here. Install it (Debian: apt-get install ${packages}).`,
  )
}
