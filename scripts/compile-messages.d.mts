export const locales: readonly string[]
export const baseLocale: string
export function compileMessages(): Promise<void>
