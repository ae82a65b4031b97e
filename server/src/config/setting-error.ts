/** A setting or its surroundings are wrong. The message is for the person who started Twende; a stack would not help. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
