import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../market-server.ts'
import { type Driver, type Element, keys, notInstalled } from './driver.ts'

// What W3C WebDriver calls an element in JSON.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const elementOf = (id: Element) => ({ [ELEMENT]: id })

/** Starts WebKitGTK on a screen in memory and speaks W3C WebDriver with it. */
export async function startWebKit(): Promise<Driver> {
  const options = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] })
  const started: ChildProcess[] = [screen]
  const stop = async () => {
    for (const child of started.reverse()) {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill()) await ended
    }
  }
  try {
    const display = await new Promise<string>((resolve, reject) => {
      screen.once('error', () => reject(notInstalled('WebKit', 'Xvfb', 'xvfb')))
      screen.stdout.once('data', (number) => resolve(`:${String(number).trim()}`))
    })
    const port = await freePort()
    // Keeps no settings and asks no service of a desktop.
    const env = { ...process.env, DISPLAY: display, GSETTINGS_BACKEND: 'memory', NO_AT_BRIDGE: '1' }
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env })
    started.push(driver)
    const missing = once(driver, 'exit').then(
      () => new Error('WebKitWebDriver ended at once.'),
      () => notInstalled('WebKit', 'WebKitWebDriver', 'webkit2gtk-driver'),
    )
    const address = `http://127.0.0.1:${port}`
    const failed = await Promise.race([missing, untilReady(address)])
    if (failed) throw failed
    const { sessionId } = await request<{ sessionId: string }>(`${address}/session`, 'POST', {
      capabilities: { alwaysMatch: {} },
    })
    const session = `${address}/session/${sessionId}`
    await request(`${session}/window/rect`, 'POST', { x: 0, y: 0, width: 1280, height: 900 })
    const close = async () => {
      await request(session, 'DELETE')
      await stop()
    }
    return { ...drive(session), close }
  } catch (error) {
    await stop()
    throw error
  }
}

function drive(session: string): Omit<Driver, 'close'> {
  const post = <Result>(path: string, body: object = {}) =>
    request<Result>(`${session}/${path}`, 'POST', body)
  const run = <Result>(body: string, args: readonly unknown[] = []) =>
    post<Result>('execute/sync', { script: `const args = [...arguments]; ${body}`, args })
  const click = (element: Element) => post(`element/${element}/click`)
  const typeKeys = (values: readonly string[]) => {
    const actions = values.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    return post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  return {
    goTo: (url) => post('url', { url }),
    evaluate: (body, args) => run(body, args),
    findElement: async (body, args) => {
      const found = await run<Record<string, string> | null>(body, args)
      return found?.[ELEMENT] ?? null
    },
    click,
    type: async (element, text) => {
      await click(element)
      // React does not learn of the protocol's own way to empty a field.
      await run('args[0].select()', [elementOf(element)])
      await typeKeys([...text])
    },
    press: (key) => typeKeys([keys[key]]),
    choose: async (select, label) => {
      const find = 'return [...args[0].options].find((option) => option.label === args[1]) ?? null'
      const option = await run<Record<string, string> | null>(find, [elementOf(select), label])
      const id = option?.[ELEMENT]
      if (!id) throw new Error(`There is no choice ${label}.`)
      await click(id)
    },
    chooseFiles: (input, paths) => post(`element/${input}/value`, { text: paths.join('\n') }),
    screenshot: async () => Buffer.from(await request<string>(`${session}/screenshot`, 'GET'), 'base64'),
  }
}

async function untilReady(address: string): Promise<undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${address}/status`).catch(() => undefined)
    if (answer?.ok) return undefined
    await setTimeout(50)
  }
  throw new Error('WebKitWebDriver does not answer.')
}

async function request<Result>(address: string, method: string, body?: object): Promise<Result> {
  const response = await fetch(address, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${address.split('/').at(-1)}: ${value.error}: ${value.message}`)
  return value
}
