import type { FastifyRequest } from 'fastify'
import { knownBrowserCookie } from './known-browser.ts'
import type { Browser } from './start-session.ts'

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera Mini\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(\b|Headless)(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const MOST_READ = 400

export function browserOf(request: FastifyRequest): Browser {
  return {
    device: describeDevice(request.headers['user-agent']),
    knownCookie: knownBrowserCookie(request),
  }
}

/** A few usual words for a User-Agent, such as "Chrome on Android"; nothing of its own text is kept. */
function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MOST_READ)
  const browser = nameIn(BROWSERS, text) ?? 'Unknown browser'
  const system = nameIn(SYSTEMS, text)
  return system ? `${browser} on ${system}` : browser
}

function nameIn(names: readonly [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
