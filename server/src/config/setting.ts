import * as z from 'zod'

/** An invalid setting or environment. The message is shown to the person who started Twende, without a stack trace. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** The groups of `docs/settings.md`, the first of which is also `.env.example`. */
export const settingGroups = {
  first: 'For the first week',
  services: 'For SMS, contact messages and recovery',
  large: 'For large installations',
  tests: 'For tests and development',
} as const

type SettingWords = {
  group: keyof typeof settingGroups
  /** One sentence, with the unit and the range where there is one. */
  does: string
  /** What holds without it, where its schema has no default to show. */
  otherwise?: string
}

/** What `docs/settings.md` says of each setting. The last call of a setting's schema registers it. */
export const settingWords = z.registry<SettingWords>()

/** A setting that is an address with one of the schemes. */
export const address = (name: string, schemes: string[], example: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text)
    return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== ''
  }, `${name} is an address such as ${example}.`)

/** A setting that is a web address, without a slash at its end. */
export const baseAddress = (name: string, example: string) =>
  address(name, ['http', 'https'], example).transform((text) => text.replace(/\/+$/, ''))
