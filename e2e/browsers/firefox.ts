import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, type Element, keys, notInstalled, type Value } from './driver.ts'

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Remote = { type: string; value?: unknown; sharedId?: string }
type Evaluated = { type: string; result: Remote; exceptionDetails?: { text: string } }

/** Starts Firefox and speaks WebDriver BiDi with it. */
export async function startFirefox(): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'twende-firefox-'))
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const firefox = spawn('firefox-esr', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(firefox, 'exit').catch(() => {})
  const stop = async () => {
    firefox.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { send, hangUp } = await connect(`${await addressOf(firefox)}/session`)
    await send('session.new', { capabilities: {} })
    const { contexts } = await send<{ contexts: [{ context: string }] }>('browsingContext.getTree')
    const [{ context }] = contexts
    await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 860 } })
    const close = async () => {
      hangUp()
      await stop()
    }
    return { ...drive(send, context), close }
  } catch (error) {
    await stop()
    throw error
  }
}

type Send = <Result>(method: string, params?: object) => Promise<Result>

function drive(send: Send, context: string): Omit<Driver, 'close'> {
  const call = async (body: string, args: readonly Value[] = []) => {
    const { result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
      functionDeclaration: `function (...args) { ${body} }`,
      arguments: args.map((value) => (value === null ? { type: 'null' } : { type: typeof value, value })),
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result
  }
  const pressKeys = (actions: object[]) =>
    send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  const typeText = (text: string) => pressKeys([...text].flatMap(strike))
  const click = async (element: Element) => {
    const origin = { type: 'element', element: { sharedId: element } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }
  const focus = (element: Element) =>
    send('script.callFunction', {
      functionDeclaration: '(element) => element.focus()',
      arguments: [{ sharedId: element }],
      target: { context },
      awaitPromise: true,
    })
  return {
    goTo: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (body, args) => (await call(body, args)).value,
    findElement: async (body, args) => (await call(body, args)).sharedId ?? null,
    click,
    type: async (element, text) => {
      await click(element)
      const selectAll = [{ type: 'keyDown', value: keys.Control }, ...strike('a')]
      await pressKeys([...selectAll, { type: 'keyUp', value: keys.Control }])
      await typeText(text)
    },
    press: (key) => pressKeys(strike(keys[key])),
    choose: async (select, label) => {
      await focus(select)
      await typeText(label)
    },
    chooseFiles: (input, files) =>
      send('input.setFiles', { context, element: { sharedId: input }, files: [...files] }),
    screenshot: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
  }
}

function strike(key: string) {
  return [
    { type: 'keyDown', value: key },
    { type: 'keyUp', value: key },
  ]
}

/** Where this Firefox listens, which it prints when it is ready. */
function addressOf(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    firefox.once('error', () => reject(notInstalled('Firefox', 'firefox-esr', 'firefox-esr')))
    firefox.once('exit', () => reject(new Error(`Firefox ended at once: ${printed}`)))
    firefox.stderr?.on('data', (text) => {
      printed += text
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
  })
}

async function connect(address: string): Promise<{ send: Send; hangUp: () => void }> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(data)
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  await once(socket, 'open')
  let last = 0
  const send: Send = async (method, params = {}) => {
    const id = ++last
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`)
    // Each command has its own answer, which the caller names.
    return answer.result as never
  }
  return { send, hangUp: () => socket.close() }
}
