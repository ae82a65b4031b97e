import type { PrivateFile } from '@twende/contract/private-files/private-file-routes.ts'
import { m } from '@twende/messages'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { useState } from 'react'

const sizes = ['w-full', 'w-[200%]', 'w-[400%]'] as const

type PhotoDialogProps = { file: PrivateFile; name: string; onClose: () => void }

/** A photo over the whole window, as large as small print needs. Import it lazily. */
export function PhotoDialog({ file, name, onClose }: PhotoDialogProps) {
  const [size, setSize] = useState(0)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={name}
      size="lg"
      footer={
        <>
          <Button variant="secondary" disabled={size === 0} onClick={() => setSize(size - 1)}>
            {m.admin_driver_zoom_out()}
          </Button>
          <Button disabled={size === sizes.length - 1} onClick={() => setSize(size + 1)}>
            {m.admin_driver_zoom_in()}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
      <section tabIndex={0} aria-label={name} className="max-h-[70dvh] overflow-auto">
        <PrivatePicture file={file} alt={name} className={`max-w-none ${sizes[size]}`} />
      </section>
    </Dialog>
  )
}
