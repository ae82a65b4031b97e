import * as z from 'zod'

/** An invalid setting or environment. The message is shown to the person who started Twende, without a stack trace. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** A setting that is an address with one of the schemes. */
export const address = (name: string, schemes: string[], example: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text)
    return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== ''
  }, `${name} is an address such as ${example}.`)

/** A setting that is a web address, without a slash at its end. */
export const baseAddress = (name: string, example: string) =>
  address(name, ['http', 'https'], example).transform((text) => text.replace(/\/+$/, ''))
