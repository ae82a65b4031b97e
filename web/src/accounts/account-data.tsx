import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from './save-file.ts'

const DeleteDialog = later(() => import('./account-delete-dialog.tsx').then((m) => m.AccountDeleteDialog))

/** Everything we keep, to take away or to have deleted. */
export function AccountData() {
  const [pending, setPending] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      const { data } = await call('GET /api/user/export', {})
      saveFile('twende-my-data.json', JSON.stringify(data, null, 2), 'application/json')
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : 'Error connecting to server')
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
        Download my data
      </Button>
      <Button variant="quiet" onClick={() => setDeleting(true)}>
        Delete my account
      </Button>
      <WhenOpen open={deleting}>
        <DeleteDialog open={deleting} onOpenChange={setDeleting} />
      </WhenOpen>
    </div>
  )
}
