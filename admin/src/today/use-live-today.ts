import { call, type Reply } from '@twende/ui/api/call.ts'
import { useEffect, useState } from 'react'

type TodaysFigures = Reply<'GET /api/admin/today'>['data']

const LOOK_MS = 10_000

/** Today's figures, asked for again every few seconds while somebody looks; `stale` when the last try brought nothing. */
export function useLiveToday(first: TodaysFigures): { today: TodaysFigures; stale: boolean } {
  const [live, setLive] = useState({ first, today: first, stale: false })
  // The page was loaded anew.
  if (live.first !== first) setLive({ first, today: first, stale: false })
  useEffect(() => {
    let wanted = true
    const look = async () => {
      if (document.hidden) return
      const found = await call('GET /api/admin/today', {}).catch(() => undefined)
      if (!wanted) return
      setLive((shown) => ({ ...shown, today: found?.data ?? shown.today, stale: !found }))
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    const onSeen = () => void look()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      wanted = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [])
  return live
}
