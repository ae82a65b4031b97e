import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { saveBlob } from '@twende/ui/api/file-calls.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'

const DeleteDialog = lazyWithRetry(() =>
  import('./account-delete-dialog.tsx').then((module) => module.AccountDeleteDialog),
)

/** Everything we keep, to take away or to have deleted. */
export function AccountData() {
  const [pending, setPending] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      const { data } = await call('GET /api/user/export', {})
      const text = JSON.stringify(data, null, 2)
      saveBlob(new Blob([text], { type: 'application/json' }), 'twende-my-data.json')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : m.common_unreachable())
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="secondary"
        pending={pending}
        icon={<Download aria-hidden="true" className="size-5" />}
        onClick={() => void download()}
      >
        {m.account_download()}
      </Button>
      <Button variant="quiet" onClick={() => setDeleting(true)}>
        {m.account_delete()}
      </Button>
      <WhenOpen open={deleting}>
        <DeleteDialog open={deleting} onOpenChange={setDeleting} />
      </WhenOpen>
    </div>
  )
}
