import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'

type ExportButtonProps = {
  save: () => Promise<void>
  /** Beside something that needs the width of a phone: there it shows its icon alone. */
  beside?: boolean
  className?: string
}

/** Hands the list as it is narrowed over as a file. */
export function ExportButton({ save, beside, className }: ExportButtonProps) {
  const [saving, setSaving] = useState(false)
  async function takeHome() {
    setSaving(true)
    await save()
    setSaving(false)
  }
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" className="size-5" />}
      className={classes(className, beside && 'max-sm:px-3')}
      pending={saving}
      onClick={() => void takeHome()}
    >
      <span className={classes(beside && 'max-sm:sr-only')}>Export CSV</span>
    </Button>
  )
}
