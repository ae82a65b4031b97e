import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../save-file.ts'

type RecoveryCodesDialogProps = { codes: readonly string[]; open: boolean; onClose: () => void }

/** Shows new recovery codes, the only time that they are shown. Import it lazily. */
export function RecoveryCodesDialog({ codes, open, onClose }: RecoveryCodesDialogProps) {
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Your recovery codes"
      description="If you lose your phone, each of these logs you in once. They are not shown again."
      footer={<Button onClick={onClose}>I have kept them</Button>}
    >
      <div className="mb-5 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          icon={
            copied ? (
              <Check aria-hidden="true" className="size-5" />
            ) : (
              <Copy aria-hidden="true" className="size-5" />
            )
          }
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy all'}
        </Button>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => saveFile('twende-recovery-codes.txt', text, 'text/plain')}
        >
          Download
        </Button>
      </div>
      <ol aria-label="Recovery codes" className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="figures rounded-md bg-sand px-3 py-2 text-sm break-all select-all">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
