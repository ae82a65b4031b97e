/** An invalid setting or environment. The message is shown to the person who started Twende, without a stack trace. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
