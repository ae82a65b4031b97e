import { m } from '@twende/messages'
import { saveBlob } from '@twende/ui/api/file-calls.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'

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
      title={m.account_codes_title()}
      description={m.account_codes_text()}
      footer={<Button onClick={onClose}>{m.account_codes_saved()}</Button>}
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
          {copied ? m.account_codes_copied() : m.account_codes_copy()}
        </Button>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), m.account_codes_file())}
        >
          {m.account_codes_download()}
        </Button>
      </div>
      <ol aria-label={m.account_codes_label()} className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="figures rounded-md bg-sand px-3 py-2 text-sm break-all select-all">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
