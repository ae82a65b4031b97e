import { useEffect, useState } from 'react'

const TIMEOUT_MS = 250

/** The newest of a page's answers that has come, if any has; `waiting` while a newer one is on its way. */
export function useLatest<Page>(page: Page | Promise<Page>): { shown: Page | undefined; waiting: boolean } {
  const [came, setCame] = useState<{ from: Page | Promise<Page>; shown: Page }>()
  const waiting = page instanceof Promise && came?.from !== page
  // Kept, so that the old list stays in sight while the next one is on its way.
  if (!(page instanceof Promise) && came?.from !== page) setCame({ from: page, shown: page })
  useEffect(() => {
    if (!(page instanceof Promise)) return
    let wanted = true
    const show = (shown: Page) => wanted && setCame({ from: page, shown })
    const fail = (error: unknown) =>
      wanted &&
      setCame(() => {
        throw error
      })
    page.then(show, fail)
    return () => {
      wanted = false
    }
  }, [page])
  return { shown: page instanceof Promise ? came?.shown : page, waiting }
}

/** An answer that comes within a moment as it is; else its promise, so that the page is shown with skeletons meanwhile. */
export async function raceTimeout<Answer>(
  answer: Promise<Answer>,
): Promise<{ page: Answer | Promise<Answer> }> {
  const timeout = new Promise<'timeout'>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'timeout'))
  const first = await Promise.race([answer, timeout])
  return { page: first === 'timeout' ? answer : first }
}
