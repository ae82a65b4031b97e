import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { LICENCE_CLASSES } from '@twende/contract/drivers/driver-rules.ts'
import { FALLBACK_CATEGORIES, FALLBACK_LOCATIONS } from '@twende/contract/listings/listing-choices.ts'
import { sentenceParts } from '@twende/messages/sentence-parts.ts'

type Catalogue = Record<string, unknown>
const locales = ['en', 'sw'] as const
type Locale = (typeof locales)[number]

const read = (locale: Locale): Catalogue =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'messages', `${locale}.json`), 'utf8'))
const catalogues = { en: read('en'), sw: read('sw') }

/** The wordings of a message: one, or one for each plural form. */
function wordings(message: unknown): string[] {
  if (typeof message === 'string') return [message]
  return (message as { match: Record<string, string> }[]).flatMap(({ match }) => Object.values(match))
}

const withoutMarks = (wording: string) => wording.replace(/<\/?\w+>/g, '')
const withoutValues = (wording: string) => wording.replace(/\{\w+\}/g, '')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const oneSpaced = (text: string) => text.replace(/\s+/g, ' ').trim()
const hasLetters = (text: string) => /\p{L}/u.test(text)
/** A pattern that a wording matches with any values in it; the values are its groups. */
const patternOf = (wording: string) =>
  new RegExp(
    `^${oneSpaced(wording)
      .split(/\{\w+\}/)
      .map(escaped)
      .join('(.*?)')}$`,
    's',
  )

/**
 * The Swahili of an English text of a page, to find things by: `swahili('Log in')`. Values in it stay as they are:
 * `swahili('Booking BK1234')`, unless they are messages themselves.
 */
export function swahili(english: string): RegExp {
  const found = Object.entries(catalogues.en).flatMap(([key, message]) =>
    wordings(message).flatMap((wording, form) =>
      translations(english, wording, wordings(catalogues.sw[key])[form]),
    ),
  )
  if (found.length === 0) throw new Error(`No message says “${english}”.`)
  return new RegExp(`^\\s*(${[...new Set(found)].map(escaped).join('|')})(\\s*\\*)?\\s*$`)
}

const plainTranslations = new Map(
  Object.entries(catalogues.en).flatMap(([key, english]) => {
    const other = catalogues.sw[key]
    return typeof english === 'string' && typeof other === 'string' ? [[english, other] as const] : []
  }),
)

/** What an English text is in another wording of its message; nothing if it is neither the message nor marked in it. */
function translations(english: string, wording: string, other = ''): string[] {
  const translated = new Map(Object.entries(marked(other)))
  return Object.entries(marked(wording)).flatMap(([mark, text]) => {
    const values = patternOf(text).exec(english)?.slice(1)
    if (!values || !hasLetters(withoutValues(text))) return []
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const translatedValue = (name: string) => {
      const value = values[names.indexOf(name)] ?? ''
      return plainTranslations.get(value) ?? value
    }
    return [(translated.get(mark) ?? '').replace(/\{(\w+)\}/g, (_, name) => translatedValue(name))]
  })
}

/** A wording as a whole, and its marked parts by their marks. */
function marked(wording: string): Record<string, string> {
  const parts = sentenceParts(wording).flatMap((part) =>
    typeof part === 'string' ? [] : [[part.mark, part.text]],
  )
  return { whole: withoutMarks(wording), ...Object.fromEntries(parts) }
}

/** A message with values: `fixed` is the longest of what stands between them, to find out quickly that it is not it. */
type Pattern = { pattern: RegExp; fixed: string }
type Known = { texts: ReadonlySet<string>; patterns: readonly Pattern[]; calendar: RegExp }
const known: Record<Locale, Known> = { en: knownOf('en'), sw: knownOf('sw') }

function knownOf(locale: Locale): Known {
  const texts = new Set<string>()
  const patterns: Pattern[] = []
  for (const wording of Object.values(catalogues[locale]).flatMap(wordings)) {
    const parts = sentenceParts(wording).map((part) => (typeof part === 'string' ? part : part.text))
    for (const text of [withoutMarks(wording), ...parts].map(oneSpaced)) {
      if (!text.includes('{')) texts.add(text)
      else patterns.push({ pattern: patternOf(text), fixed: longestFixed(text) })
    }
  }
  // Names of categories and places are data; these are offered when the lists cannot be loaded.
  for (const name of [...FALLBACK_CATEGORIES, ...FALLBACK_LOCATIONS]) texts.add(name)
  for (const name of LICENCE_CLASSES) texts.add(name)
  // One message that is a list of words, each used by itself.
  for (const number of String(catalogues[locale].booking_number_words).split(' ')) texts.add(number)
  return { texts, patterns, calendar: calendarNames(locale) }
}

function longestFixed(wording: string): string {
  return wording
    .split(/\{\w+\}/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

/** The names of days and months, which are no messages: `Intl` knows them. */
function calendarNames(locale: Locale): RegExp {
  const names = new Set<string>()
  // The first days of all months fall on every day of the week.
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)))
  for (const language of locale === 'sw' ? ['sw-KE'] : ['en-GB', 'en-US', 'en-KE']) {
    for (const length of ['long', 'short'] as const) {
      for (const part of ['month', 'weekday'] as const) {
        const format = new Intl.DateTimeFormat(language, { [part]: length, timeZone: 'UTC' })
        for (const day of days) names.add(format.format(day))
      }
    }
  }
  const longestFirst = [...names].sort((a, b) => b.length - a.length)
  return new RegExp(`(?<!\\p{L})(${longestFirst.map(escaped).join('|')})(?!\\p{L})`, 'gu')
}

/** Names, makes of cars, units and the sample of a licence number, which are written alike in every language. */
const alike =
  /(?<!\p{L})(DL-1234567|Ctrl|Alt|Shift|Enter|Esc|hp|kg|km\/h|cc|Toyota \p{L}+( F)?|Twende|WhatsApp|M-Pesa|English|Kiswahili|Ksh|km|PIN|Facebook|Instagram|TikTok|YouTube|Safaricom|KRA|SMS|am|pm)(?!\p{L})/gu

/** Addresses and keys of the keyboard. */
const address = /https?:\S+|\S+@\S+\.\p{L}+|alt\+T/gu

export type SentData = {
  /** All strings that the server sent or was sent so far, a line each. */
  read: () => Promise<string>
  /** Counts also this as data, such as the name of a file that a person chose. */
  add: (text: string) => void
  /** Remembers also what another browser of the journey is sent. */
  watch: (context: BrowserContext) => void
}

/** Remembers all strings that the pages of a browser are sent or send as data, to tell data from texts of the program. */
export function watchSentData(context: BrowserContext): SentData {
  const arriving: Promise<void>[] = []
  let all = ''
  const add = (text: string) => {
    all += `\n${text}`
  }
  const watch = (watched: BrowserContext) => {
    watched.on('request', (request) => {
      if (request.headers()['content-type']?.includes('json')) add(jsonStrings(request.postData() ?? ''))
    })
    watched.on('response', (response) => {
      const type = response.headers()['content-type'] ?? ''
      if (!/json|text\/html|text\/x-script/.test(type)) return
      const body = response.text().catch(() => '')
      arriving.push(body.then((text) => add(stringsOf(text))))
    })
  }
  watch(context)
  return {
    watch,
    add,
    read: async () => {
      while (arriving.length > 0) await arriving.pop()
      return all
    },
  }
}

/** Whether these words stand somewhere in a text, whole. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + words.length])) return true
  }
  return false
}

const isLetter = (character: string | undefined) => character !== undefined && /\p{L}/u.test(character)

/** The strings in an answer of the API, or in the data that a page carries for its scripts. */
function stringsOf(body: string): string {
  if (!body.startsWith('<')) return jsonStrings(body)
  const carried = body.matchAll(/streamController\.enqueue\("((?:[^"\\]|\\.)*)"\)/g)
  return [...carried].map(([, text = '']) => jsonStrings(JSON.parse(`"${text}"`))).join('\n')
}

function jsonStrings(json: string): string {
  const strings = json.match(/"(?:[^"\\]|\\.)*"/g) ?? []
  return strings.map((text) => oneSpaced(JSON.parse(text))).join('\n')
}

const FEWEST_TEXTS = 5

/** Compares every text that can be seen or heard on this page with the catalogue of its language and the data it was sent. */
export async function textsOutsideCatalogue(page: Page, sent: SentData): Promise<{ outside: string[] }> {
  const { language, texts, typed } = await page.evaluate(textsOnPage)
  const locale = locales.find((each) => each === language)
  if (!locale) throw new Error(`There is no catalogue for the language “${language}”.`)
  const distinct = [...new Set(texts.map(oneSpaced))]
  const data = [...typed.map(oneSpaced), await sent.read()].join('\n')
  const isKnown = knowledgeOf(known[locale], data)
  const outside = distinct.filter((text) => !isKnown(text))
  // A page without words was not there yet.
  if (distinct.length <= FEWEST_TEXTS)
    throw new Error(`Only ${distinct.length} texts were found on the page.`)
  return { outside }
}

const separators = [
  ' | ',
  ' · ',
  ' – ',
  /(?<=[.?!]) /,
  /: |; /,
  / \(|\)/,
  /,? (?:and|or|na|au) /,
  ', ',
  /[“”]/,
]

/** The same with a small first letter, or a capital: a message may stand at the beginning of a sentence. */
function otherwiseBegun(text: string): string {
  const first = text.charAt(0)
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + text.slice(1)
}

/** Tells whether a text is a message, data, or made of nothing but these. */
function knowledgeOf({ texts, patterns, calendar }: Known, data: string): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  function isKnown(text: string): boolean {
    const known = answers.get(text)
    if (known !== undefined) return known
    answers.set(text, false)
    const answer = isPlain(text) || isFilledIn(text) || isJoined(text) || isKnown(otherwiseBegun(text))
    answers.set(text, answer)
    return answer
  }
  const isPlain = (text: string) => {
    const rest = text.replace(address, '').replace(calendar, '').replace(alike, '')
    return !/\p{L}{2}/u.test(rest) || texts.has(text) || hasWords(data, text)
  }
  const isFilledIn = (text: string) =>
    patterns.some(({ pattern, fixed }) => {
      if (!text.includes(fixed)) return false
      const values = pattern.exec(text)?.slice(1)
      return values?.map(oneSpaced).every((value) => value.length < text.length && isKnown(value)) ?? false
    })
  const isJoined = (text: string) =>
    separators.some((separator) => {
      const pieces = text.split(separator).filter((piece) => piece !== '')
      return pieces.join('') !== text && pieces.every(isKnown)
    })
  return isKnown
}

function textsOnPage() {
  const texts: string[] = [document.title]
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (description) texts.push(description.content)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node
    if (parentElement && !parentElement.closest('script, style, [translate="no"]'))
      texts.push(node.textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (element.closest('[translate="no"]')) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name)
      if (text) texts.push(text)
    }
  }
  const inputs = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const fromAddress = [...new URLSearchParams(location.search).values()]
  // The claims of a session, such as the name of its person.
  const claims = Object.values(localStorage).map((value) => {
    try {
      return atob((String(value).split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))
    } catch {
      return ''
    }
  })
  return {
    language: document.documentElement.lang,
    texts,
    typed: [...inputs.map(({ value }) => value), ...fromAddress, ...Object.values(localStorage), ...claims],
  }
}
