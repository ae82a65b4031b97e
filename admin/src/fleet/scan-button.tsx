import type { PrivateFile } from '@twende/contract/private-files/private-file-routes.ts'
import { m } from '@twende/messages'
import { saveBlob } from '@twende/ui/api/file-calls.ts'
import { fetchPrivateFile } from '@twende/ui/api/private-picture.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { FileText } from 'lucide-react'
import { useState } from 'react'

const PhotoDialog = lazyWithRetry(() =>
  import('../drivers/photo-dialog.tsx').then((module) => module.PhotoDialog),
)

type ScanButtonProps = {
  /** What the scan shows: the title of the photo, and the name under which a PDF is saved. */
  name: string
  /** Asks for a link now, because one is valid for five minutes. */
  find: () => Promise<PrivateFile | null | undefined>
}

/** Opens the scan of a paper: a photo over the page, a PDF as a file. */
export function ScanButton({ name, find }: ScanButtonProps) {
  const [shown, setShown] = useState<PrivateFile>()
  const [pending, setPending] = useState(false)
  async function open() {
    setPending(true)
    try {
      const file = await find()
      if (!file) throw new Error('the scan is gone')
      if (file.mediaType === 'application/pdf') saveBlob(await fetchPrivateFile(file.link), `${name}.pdf`)
      else setShown(file)
    } catch {
      toast.error(m.admin_scan_failed(), 'scan')
    }
    setPending(false)
  }
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        pending={pending}
        aria-label={m.admin_scan_open_label({ name })}
        icon={<FileText aria-hidden="true" className="size-4" />}
        onClick={() => void open()}
      >
        {m.admin_scan_open()}
      </Button>
      <WhenOpen open={shown !== undefined}>
        {shown && <PhotoDialog file={shown} name={name} onClose={() => setShown(undefined)} />}
      </WhenOpen>
    </>
  )
}
