import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 20

/** Requests that are broken off, by what they are; each is given its number. */
export function floods(token: string): Record<string, (number: number) => string> {
  return {
    'JSON body of 240 kB': () => quote('x'.repeat(240_000)),
    'half a multipart upload': () => halfAnUpload(token),
    page: (number) => `GET /buy?minPrice=${number % 300} HTTP/1.1\r\nhost: x\r\n\r\n`,
    list: (number) => `GET /api/sell/list?page=1&minPrice=${number} HTTP/1.1\r\nhost: x\r\n\r\n`,
  }
}

/** Sends requests whose client leaves some milliseconds after the last byte was handed over. */
export async function abortMany(
  port: number,
  words: (number: number) => string,
  times: number,
): Promise<void> {
  let started = 0
  const one = async () => {
    while (started < times) {
      started += 1
      await abort(port, words(started), Math.random() * 8)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

async function abort(port: number, words: string, afterMs: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.write(words, resolve))
  await sleep(afterMs)
  socket.resetAndDestroy()
  await closed
}

function quote(more: string): string {
  const wish = {
    carId: '019a0000-0000-7000-8000-000000000000',
    startDate: '2030-01-01',
    endDate: '2030-01-03',
  }
  const body = JSON.stringify({ ...wish, more })
  const head = 'POST /api/booking/quote HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  return `${head}content-length: ${body.length}\r\n\r\n${body}`
}

function halfAnUpload(token: string): string {
  return (
    'POST /api/sell/update HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `token: ${token}\r\ncontent-length: 400000\r\n\r\n--b\r\ncontent-disposition: form-data; name="image1"; ` +
    `filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n${'x'.repeat(200_000)}`
  )
}
