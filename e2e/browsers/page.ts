import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { baseURL } from '../market-server.ts'
import type { Driver, Element } from './driver.ts'

/** What somebody looks for: a role with its accessible name, or a form field by its label. */
type Target = { role: string; name: string | RegExp } | { label: string }

// Finds elements by role and name as the component tests do, in any browser.
const locator = await readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

const findTarget = `
  const isMoving = ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  if (document.getAnimations().some(isMoving)) return null
  const { queryAllByRole, queryAllByLabelText } = TestingLibraryDom
  const [role, name, isPattern, label] = args
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]')
  const within = dialogs[dialogs.length - 1] ?? document.body
  const found = role
    ? queryAllByRole(within, role, { name: isPattern ? new RegExp(name) : name })
    : queryAllByLabelText(within, label, { exact: false, selector: 'input, select, textarea' })
  const element = found[0]
  if (!element || element.disabled || element.getAttribute('aria-disabled') === 'true') return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return element`

/** A page in some browser, used as a person would: by what things are called. */
export class Page {
  private driver: Driver

  constructor(driver: Driver) {
    this.driver = driver
  }

  /** Opens a page and waits until its scripts have taken it over. */
  async open(path: string) {
    await this.driver.goTo(baseURL + path)
    const isAwake = `return [document.querySelector('#content'), ...document.querySelectorAll('footer')].every(
      (element) => element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps$')))`
    await expect.poll(() => this.driver.evaluate(isAwake), { message: `${path} answers` }).toBe(true)
  }

  /** Waits until this is on the page and not disabled; on the dialog, where one is open. */
  async find(target: Target): Promise<Element> {
    const isPattern = 'name' in target && target.name instanceof RegExp
    const name = 'name' in target ? (target.name instanceof RegExp ? target.name.source : target.name) : null
    const role = 'role' in target ? target.role : null
    const args = [role, name, isPattern, 'label' in target ? target.label : null]
    const message = `the page has ${role ?? 'the field'} “${name ?? args[3]}”`
    let element: Element | null = null
    const look = async () => {
      await this.loadLocator()
      element = await this.driver.findElement(findTarget, args)
      return element !== null
    }
    await expect.poll(look, { message, intervals: [100, 250] }).toBe(true)
    return element ?? ''
  }

  private async loadLocator() {
    if (await this.driver.evaluate("return 'TestingLibraryDom' in window")) return
    await this.driver.evaluate(`${locator}; return true`)
  }

  async heading(name: string | RegExp) {
    await this.find({ role: 'heading', name })
  }

  async click(role: 'button' | 'link' | 'checkbox' | 'radio', name: string | RegExp) {
    await this.driver.click(await this.find({ role, name }))
  }

  async fill(label: string, text: string) {
    await this.driver.type(await this.find({ label }), text)
  }

  /** Fills a field and leaves it with Enter. */
  async enter(label: string, text: string) {
    await this.fill(label, text)
    await this.driver.press('Enter')
  }

  async choose(label: string, choice: string) {
    await this.driver.choose(await this.find({ label }), choice)
  }

  /** Gives files to the file field of the page. */
  async chooseFiles(paths: readonly string[]) {
    const input = await this.driver.findElement("return document.querySelector('input[type=file]')")
    await this.driver.chooseFiles(input ?? '', paths)
  }

  /** What is in a field now. */
  async valueOf(label: string): Promise<unknown> {
    await this.find({ label })
    return this.driver.evaluate(findTarget.replace(/return element$/, 'return element.value'), [
      null,
      null,
      false,
      label,
    ])
  }

  /** Waits until the address has this in its query. */
  async expectQuery(query: string) {
    const read = () => this.driver.evaluate('return location.search')
    await expect.poll(read, { message: 'the query of the address' }).toContain(query)
  }

  async expectPath(path: string | RegExp) {
    const read = () => this.driver.evaluate('return location.pathname')
    await expect
      .poll(read, { message: 'the address' })
      .toEqual(typeof path === 'string' ? path : expect.stringMatching(path))
  }

  /** The token of who is logged in here. */
  async token(): Promise<string> {
    return String(await this.driver.evaluate("return localStorage.getItem('token')"))
  }
}
