import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveOfflineWorker } from './offline-worker.ts'

type Handler = (event: object) => void

/** Runs the worker as a browser does, on a network that answers with `fetched`; answers what a page gets. */
async function startWorker(fetched: () => Promise<Response>) {
  const app = fastify()
  serveOfflineWorker(app)
  const { body, headers } = await app.inject('/offline-worker.js')
  await app.close()
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  const handlers = new Map<string, Handler>()
  const self = { addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler) }
  new Function('self', 'fetch', body)(self, fetched)
  return async (url: string, mode = 'navigate'): Promise<Response | undefined> => {
    let answer: Promise<Response> | undefined
    handlers.get('fetch')?.({
      request: { url, mode },
      preloadResponse: Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
    })
    return answer
  }
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))

test.each([
  ['https://twende.example/shop?page=2', 'en', 'Error connecting to server', 'Try Again'],
  ['https://twende.example/sw/shop', 'sw', 'Imeshindikana kuunganisha na seva', 'Jaribu tena'],
  ['https://twende.example/sw', 'sw', 'Imeshindikana kuunganisha na seva', 'Jaribu tena'],
  ['https://twende.example/swahili', 'en', 'Error connecting to server', 'Try Again'],
])(
  'without a network, %s is a sentence in its language and a way to try again',
  async (url, lang, title, again) => {
    const answer = await (await startWorker(away))(url)
    expect(answer?.status).toBe(503)
    const html = (await answer?.text()) ?? ''
    expect(html).toContain(`<html lang="${lang}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`<a href="">${again}</a>`)
  },
)

test('with a network the page is what the server sends, and nothing but pages is touched', async () => {
  const fetchPage = await startWorker(async () => new Response('the page'))
  expect(await (await fetchPage('https://twende.example/shop'))?.text()).toBe('the page')
  expect(await fetchPage('https://twende.example/api/car/list', 'cors')).toBeUndefined()
})
