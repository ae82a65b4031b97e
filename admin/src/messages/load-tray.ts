import { call } from '@twende/ui/api/call.ts'
import { holdsMails, type TraySearch } from './trays.ts'

/** What lies in a tray, and how much in each of them. */
export async function loadTray({ tray, page }: TraySearch) {
  if (holdsMails(tray)) {
    const [mails, letters] = await Promise.all([
      call('GET /api/admin/notifications', { query: { state: tray, page } }),
      call('GET /api/admin/messages', { query: { limit: 1 } }),
    ])
    const { data, pagination } = mails
    return { holds: 'mails' as const, data, pagination, counts: { ...letters.counts, ...mails.counts } }
  }
  const [letters, mails] = await Promise.all([
    call('GET /api/admin/messages', { query: { state: tray, page } }),
    call('GET /api/admin/notifications', { query: { limit: 1 } }),
  ])
  const { data, pagination } = letters
  return { holds: 'letters' as const, data, pagination, counts: { ...letters.counts, ...mails.counts } }
}

export type LoadedTray = Awaited<ReturnType<typeof loadTray>>
