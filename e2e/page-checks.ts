import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { PageErrors } from './page-errors.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Ids and references are made alike, so that looks can be compared. */
export type CheckedPage = { size: 'desktop' | 'phone'; path: string; dialog: string }

const WIDEST_PHONE = 500

const record = () => join(process.env.E2E_FOLDER ?? '', 'looked-over.jsonl')

/** What is shown where the page of the address is not: it does not count as that page looked at. */
const inThePlaceOfAPage =
  /404: Page not found|This page is for staff|Log in to the console|This page could not be loaded/

/** Looks at a page as it stands, and at the dialog on it if there is one: nothing may be wrong with either. */
export async function checkPage(page: Page, pageErrors: PageErrors) {
  await settled(page)
  await expect
    .poll(() => page.evaluate(unfinishedImages), { message: 'images that are not shown' })
    .toEqual([])
  expect(await page.evaluate(sidewaysScroll), 'what is wider than the screen').toEqual([])
  expect(await page.locator('h1').allTextContents()).toHaveLength(1)
  const { violations } = await new AxeBuilder({ page }).withTags(standards).setLegacyMode(true).analyze()
  expect(violations.map(inWords)).toEqual([])
  pageErrors.none()
  const size = (page.viewportSize()?.width ?? 0) > WIDEST_PHONE ? 'desktop' : 'phone'
  const isThere = (await page.getByText(inThePlaceOfAPage).count()) === 0
  const path = isThere ? patternOf(page.url()) : '/nowhere/at/all'
  const look: CheckedPage = { size, path, dialog: await openDialog(page) }
  await appendFile(record(), `${JSON.stringify(look)}\n`)
}

/** Everything that was looked over in this run. */
export async function looks(): Promise<CheckedPage[]> {
  const lines = (await readFile(record(), 'utf8')).trim().split('\n')
  return lines.map((line): CheckedPage => JSON.parse(line))
}

/** Waits for everything that moves once: dialogs on their way, colours that change. */
async function settled(page: Page) {
  const moving = () =>
    document.getAnimations().filter((animation) => {
      const { endTime } = animation.effect?.getComputedTiming() ?? {}
      return animation.playState === 'running' && endTime !== Number.POSITIVE_INFINITY
    }).length
  await expect.poll(() => page.evaluate(moving), { message: 'animations under way' }).toBe(0)
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

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

function inWords({ id, help, nodes }: Violation): string {
  return `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`
}

async function openDialog(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  if ((await dialog.count()) === 0) return ''
  const title = await dialog.first().getByRole('heading').first().textContent()
  return (title ?? '').replace(/\b(BK|ORD)\d+/, '$1')
}

function patternOf(url: string): string {
  return new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
}
