import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { ImportProblem } from '@twende/contract/bookings/calendar-link-routes.ts'
import { isPublicAddress, type LookUpAddresses, lookUpAddresses } from '../../config/private-address.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/** Why nothing of a calendar could be read. */
export type UnreadProblem = Exclude<ImportProblem, 'cut_off'>
export type FetchedCalendar = { text: string; problem?: undefined } | { problem: UnreadProblem }
export type FetchCalendar = (url: string) => Promise<FetchedCalendar>

type Network = {
  look: LookUpAddresses
  /** Whether an address may be connected to. */
  mayConnect: (address: string) => boolean
  /** Certificates that are trusted besides those of the system. */
  ca?: string | undefined
}

class FetchProblem extends Error {
  readonly problem: UnreadProblem
  constructor(problem: UnreadProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Fetches the text at an address that a person gave: over verified TLS, within ten seconds, at most a megabyte. Every
 * address of the host is checked when the connection is made, after a redirect too, so that a name cannot lead into our
 * own network, not even one that changes its address after the check.
 */
export function fetchCalendarFrom({ look, mayConnect, ca }: Network): FetchCalendar {
  const connect: Pick<RequestOptions, 'lookup' | 'ca'> = { lookup: checkedLookup(look, mayConnect), ca }
  return async (address) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      let url = new URL(address)
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        requireAllowed(url, mayConnect)
        const response = await get(url, { ...connect, signal })
        const next = redirectOf(response, url)
        if (!next) return { text: await textOf(response) }
        response.destroy()
        url = next
      }
      return { problem: 'refused' }
    } catch (error) {
      return { problem: error instanceof FetchProblem ? error.problem : 'unreachable' }
    }
  }
}

export const fetchCalendar = fetchCalendarFrom({ look: lookUpAddresses, mayConnect: isPublicAddress })

/** An address in place of a name is connected to without a lookup. */
function requireAllowed({ protocol, hostname }: URL, mayConnect: Network['mayConnect']): void {
  if (protocol !== 'https:') throw new FetchProblem('refused')
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0 && !mayConnect(bare)) throw new FetchProblem('private_address')
}

function checkedLookup(look: LookUpAddresses, mayConnect: Network['mayConnect']): LookupFunction {
  return (host, options, answer) => {
    look(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (!first) return answer(new FetchProblem('unreachable'), '')
        if (!addresses.every(mayConnect)) return answer(new FetchProblem('private_address'), '')
        return options.all ? answer(null, found) : answer(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    )
  }
}

function get(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        ...options,
        // One connection for one request: a kept one was checked for another.
        agent: false,
        headers: { accept: 'text/calendar', 'accept-encoding': 'identity', 'user-agent': 'twende-calendar' },
      },
      resolve,
    )
      .on('error', reject)
      .end()
  })
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return undefined
  const next = URL.parse(location, from.href)
  if (!next) throw new FetchProblem('refused')
  return next
}

async function textOf(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw new FetchProblem('refused')
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      response.destroy()
      throw new FetchProblem('too_large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
