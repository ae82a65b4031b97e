import { readFileSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Result } from 'axe-core'
import type { PageErrors } from './page-errors.ts'

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}

/** The script of axe without comments and spaces, which browsers read in two thirds of the time. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What may be wrong at one width although the same page is right at another one. */
const rulesOfWidth = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'region']

/** What may be wrong in one language although the same page is right in another one: longer words need more room. */
const rulesOfLanguage = ['html-has-lang', 'html-lang-valid', 'target-size', 'scrollable-region-focusable']

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What was looked over. Ids and references are made alike, so that looks can be compared. */
export type Look = {
  size: Size
  locale: string
  path: string
  dialog: string
  /** What differs from what others see there: the name that a journey gave it, or that something was refused. */
  state: string
}

type Locale = 'en' | 'sw'
const SIZES = ['desktop', 'phone', 'magnified'] as const
type Size = (typeof SIZES)[number]

const WIDEST_PHONE = 500
/** A desktop of 1280 pixels, magnified four times. */
const WIDTH_MAGNIFIED = 320

const record = () => join(process.env.E2E_FOLDER ?? '', 'looked-over.jsonl')

/** What is shown where the page of the address is not: it does not count as that page looked at. */
const inThePlaceOfAPage =
  /404: Page not found|This page is for staff|Log in to the admin app|This page could not be loaded/

/** What a page shows that refused something: a field that is wrong, or an alert. */
const refusals = '[aria-invalid="true"], [role="alert"]:not(:empty)'

/** What is on the screen, as it would be at a width. */
export async function lookAt(page: Page, width: number, name = ''): Promise<Look> {
  const isThere = (await page.getByText(inThePlaceOfAPage).count()) === 0
  const isRefused = name === '' && (await page.locator(refusals).count()) > 0
  return {
    size: width === WIDTH_MAGNIFIED ? 'magnified' : width > WIDEST_PHONE ? 'desktop' : 'phone',
    locale: await page.evaluate(() => document.documentElement.lang),
    path: isThere ? patternOf(page.url()) : '/nowhere/at/all',
    dialog: await openDialog(page),
    state: isRefused ? 'refused' : name,
  }
}

/** Whether another journey of this run has looked this over. */
export async function isLookedOver(look: Look): Promise<boolean> {
  return (await linesOfRecord()).includes(JSON.stringify(look))
}

/** The rules by which axe analyses a look: all, unless it has analysed the same page, dialog and state before. */
async function rulesFor(look: Look): Promise<string[] | undefined> {
  const lines = await linesOfRecord()
  const path = look.path.replace(/^\/sw(?=\/|$)/, '') || '/'
  const isAnalysed = (locale: Locale) =>
    SIZES.some((size) =>
      lines.includes(JSON.stringify({ ...look, size, locale, path: pathIn(locale, path) })),
    )
  if (isAnalysed(look.locale === 'sw' ? 'sw' : 'en')) return rulesOfWidth
  // A dialog is named for its title, so its other language is not known by its name.
  return isAnalysed('en') || isAnalysed('sw') ? rulesOfLanguage : undefined
}

function pathIn(locale: Locale, path: string): string {
  if (locale === 'en') return path
  return path === '/' ? '/sw' : `/sw${path}`
}

async function linesOfRecord(): Promise<string[]> {
  return (await readFile(record(), { encoding: 'utf8', flag: 'a+' })).split('\n')
}

/** Looks at a page as it stands, and at the dialog on it if there is one: nothing may be wrong with either. */
export async function checkPage(page: Page, pageErrors: PageErrors, look: Look): Promise<void> {
  // What a list held before it was filtered anew is faint until the answer is here.
  await expect(page.locator('div[aria-busy="true"]').filter({ hasText: /\S/ })).toHaveCount(0)
  await settled(page)
  await expect
    .poll(() => page.evaluate(unfinishedImages), { message: 'images that are not shown' })
    .toEqual([])
  expect(await page.evaluate(sidewaysScroll), 'what is wider than the screen').toEqual([])
  expect(await page.locator('h1').allTextContents()).toHaveLength(1)
  pageErrors.none()
  expect((await violationsOn(page, await rulesFor(look))).map(inWords)).toEqual([])
  await appendFile(record(), `${JSON.stringify(look)}\n`)
}

/** What axe finds wrong by all rules, or by these; its script is put into a page once. */
async function violationsOn(page: Page, rules?: string[]): Promise<Result[]> {
  expect(page.frames(), 'axe looks at no page within the page').toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const runOnly = rules
    ? { type: 'rule' as const, values: rules }
    : { type: 'tag' as const, values: standards }
  return page.evaluate(async (only) => {
    // Style sheets are not fetched once more: none of these rules reads them.
    const { violations } = await window.axe.run(document, {
      runOnly: only,
      resultTypes: ['violations'],
      preload: false,
    })
    return violations
  }, runOnly)
}

/** Waits for what moves once: dialogs on their way, colours that change. Nothing moves for ever, as journeys ask for less motion. */
async function settled(page: Page) {
  const endless = await page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    const ending = () =>
      moving().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    while (ending().length > 0) await Promise.allSettled(ending().map(({ finished }) => finished))
    return moving().map(({ effect }) =>
      effect instanceof KeyframeEffect ? (effect.target?.outerHTML ?? '').slice(0, 200) : '',
    )
  })
  expect(endless, 'what moves for ever').toEqual([])
}

function unfinishedImages(): string[] {
  const isWaiting = (image: HTMLImageElement) => image.loading === 'lazy' && !image.complete
  const isShown = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  return [...document.images]
    .filter((image) => !isWaiting(image) && !isShown(image))
    .map((image) => image.currentSrc || image.src)
}

function sidewaysScroll(): string[] {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.tagName} ${element.className}`)
}

function inWords({ id, help, nodes }: Result): string {
  return `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`
}

async function openDialog(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  // Read at once: a dialog that is just closing may be gone before its title is asked for.
  const titles = await dialog.evaluateAll((found) =>
    found.map((one) => one.querySelector('h1, h2, h3, h4, [role="heading"]')?.textContent ?? ''),
  )
  return (titles[0] ?? '').replace(/\b(BK|ORD)\d+/, '$1')
}

function patternOf(url: string): string {
  return new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}(\.\d+\.[\w-]{43})?|AG-\d{5}-\d{5}/gi, ':id')
}
