import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

/** Letters of the contact form, and mails of ours that did not arrive; the first is what an address without one means. */
export const trays = [
  { tray: 'open', label: 'Open', holds: 'letters' },
  { tray: 'answered', label: 'Answered', holds: 'letters' },
  { tray: 'suspicious', label: 'Suspicious', holds: 'letters' },
  { tray: 'failed', label: 'Mails not sent', holds: 'mails' },
  { tray: 'retrying', label: 'Trying again', holds: 'mails' },
] as const
export type LetterTray = 'open' | 'answered' | 'suspicious'
export type MailTray = 'failed' | 'retrying'
export type Tray = LetterTray | MailTray

export type TraySearch = { tray: Tray; page: number }

export function readTraySearch(query: URLSearchParams): TraySearch {
  const tray = trays.find((known) => known.tray === query.get('tray'))?.tray ?? 'open'
  return { tray, page: addressReader(query).page() ?? 1 }
}

export function trayHref({ tray, page = 1 }: { tray: Tray; page?: number }): string {
  return links.messages({
    tray: tray === 'open' ? undefined : tray,
    page: page === 1 ? undefined : page,
  })
}

export function holdsMails(tray: Tray): tray is MailTray {
  return tray === 'failed' || tray === 'retrying'
}
