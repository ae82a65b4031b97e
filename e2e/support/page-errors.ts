import { type BrowserContext, expect } from '@playwright/test'

const CHAT = 'https://wa.me/'

/** Errors that no page may have: console errors, uncaught exceptions, requests to other hosts. */
export type PageErrors = {
  /** Declares errors that the journey causes on purpose. */
  expect(...patterns: RegExp[]): void
  /** Fails if there were any other errors. */
  none(): void
}

export function watchPageErrors(context: BrowserContext): PageErrors {
  const seen: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (event) => void seen.push(String(event.error())))
  context.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !url.startsWith('http://localhost:') && !url.startsWith(CHAT)) {
      seen.push(`a request to ${url}`)
    }
  })
  return {
    expect: (...patterns) => void expected.push(...patterns),
    none: () => expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]),
  }
}

/** Answers WhatsApp's address in its place; the list fills with the chats that were opened. */
export async function catchChats(context: BrowserContext): Promise<URL[]> {
  const chats: URL[] = []
  await context.route(`${CHAT}**`, async (route) => {
    chats.push(new URL(route.request().url()))
    await route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' })
  })
  return chats
}
