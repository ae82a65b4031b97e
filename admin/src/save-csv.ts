import { ApiError, queryString, refusalOf } from '@twende/contract/http/call.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { freshProof } from '@twende/ui/accounts/fresh-proof.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { toast } from '@twende/ui/controls/toast.ts'

type TableRoute = Extract<RouteKey, `GET ${string}.csv`>

/** Fetches a table as the person who works here, and hands it over as a file; says so when that fails. */
export async function saveCsv(route: TableRoute, query: object): Promise<void> {
  try {
    const file = await fetchTable(route.slice('GET '.length) + queryString(query))
    const address = URL.createObjectURL(file.bytes)
    const link = document.createElement('a')
    link.href = address
    link.download = file.name
    link.click()
    // Some browsers read the file only after this turn.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  } catch (error) {
    toast.error(error instanceof ApiError ? error.message : 'Error connecting to server')
  }
}

async function fetchTable(url: string) {
  const token = currentSession()?.token
  const ask = () => fetch(url, token ? { headers: { token } } : {})
  let answer = await ask()
  let refused = await refusalIn(answer)
  if (refused?.code === 'fresh_proof_needed' && (await freshProof.ask?.())) {
    answer = await ask()
    refused = await refusalIn(answer)
  }
  if (refused) throw refused
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { bytes: await answer.blob(), name: name ?? 'table.csv' }
}

async function refusalIn(answer: Response): Promise<ApiError | undefined> {
  if (answer.ok) return undefined
  const body: unknown = await answer.json().catch(() => undefined)
  return refusalOf({ status: answer.status, body })
}
