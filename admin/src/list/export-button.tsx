import { ApiError, queryString } from '@twende/contract/http/call.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { fetchFile, saveBlob } from '@twende/ui/api/file-calls.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'

type ExportButtonProps = {
  csv: CsvRoute
  filters: object
  /** Where a page has several files. */
  label?: string
}

/** Saves a list, with its filters, as a file; on phones it shows its icon alone, unless it has a label of its own. */
export function ExportButton({ csv, filters, label }: ExportButtonProps) {
  const [saving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    await saveCsv(csv, filters)
    setSaving(false)
  }
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" className="size-5" />}
      {...(label === undefined && { className: 'max-sm:px-3' })}
      pending={saving}
      onClick={() => void save()}
    >
      {label ?? <span className="max-sm:sr-only">{m.admin_common_export()}</span>}
    </Button>
  )
}

export type CsvRoute = Extract<RouteKey, `GET ${string}.csv`>

/** Fetches the file as the current user and saves it. */
async function saveCsv(route: CsvRoute, query: object): Promise<void> {
  try {
    const file = await fetchFile(route.slice('GET '.length) + queryString(query))
    saveBlob(file.bytes, file.name ?? m.admin_common_export_file())
  } catch (error) {
    toast.error(error instanceof ApiError ? error.message : m.admin_common_unreachable())
  }
}
