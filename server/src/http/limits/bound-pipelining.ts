import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send one after the other; a program that sends a few together is served. */
const MOST_UNDER_WAY = 16

/**
 * How long a connection may neither send nor take a byte. A client that does not read its answers is closed after it; long
 * work for one that waits is shorter.
 */
export const LONGEST_SILENCE_MS = 120_000

/**
 * Tells whether a request may begin; closes the connection that has more requests under way than that. Node stops reading
 * from a connection only once it has parsed all that arrived, which can be thousands of requests.
 */
export function boundPipelining(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const underWay = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    const before = underWay.get(socket) ?? 0
    if (before >= MOST_UNDER_WAY) {
      socket.destroy()
      return false
    }
    underWay.set(socket, before + 1)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    return true
  }
}
