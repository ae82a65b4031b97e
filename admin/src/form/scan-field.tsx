import { LARGEST_FILE_BYTES } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { hasDetail } from '@twende/ui/pictures/photo-detail.ts'
import { PICTURE_TYPES, PictureProblem, shrinkPicture } from '@twende/ui/pictures/shrink-picture.ts'
import { FileText, Image, Paperclip, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'

const TYPES = `${PICTURE_TYPES},application/pdf`

/** A photo that was made small, or a PDF as it is, under the name of its file. */
export type Scan = { bytes: Blob; name: string }

type ScanFieldProps<Values extends FieldValues> = {
  form: AppForm<Values>
  name: FieldPathByValue<Values, Scan | null>
  label: string
  /** Adds "(optional)" to the label. */
  optional?: boolean
}

/** A scan of a paper: one photo or PDF, chosen from the device or taken with its camera. */
export function ScanField<Values extends FieldValues>({
  form,
  name,
  label,
  optional,
}: ScanFieldProps<Values>) {
  const { field, fieldState } = useController({ control: form.control as never, name: name as never })
  const scan = field.value as Scan | null
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [working, setWorking] = useState(false)
  const id = useId()
  async function take(file: File) {
    setWorking(true)
    setProblem(undefined)
    try {
      field.onChange({ bytes: await readScan(file), name: file.name })
    } catch (error) {
      setProblem(error instanceof PictureProblem ? error.message : m.picture_damaged({ file: file.name }))
    } finally {
      setWorking(false)
    }
  }
  const wrong = problem ?? fieldState.error?.message
  const Icon = scan?.bytes.type === 'application/pdf' ? FileText : Image
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-sm font-semibold">
        {label} {optional && <span className="font-normal text-soft">{m.common_optional()}</span>}
      </p>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void take(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {scan && (
        <p className="flex min-w-0 items-center gap-2 rounded-md border border-line bg-card py-1 pr-1 pl-3">
          <Icon aria-hidden="true" className="size-5 flex-none text-soft" />
          <span className="min-w-0 flex-1 truncate" translate="no">
            {scan.name}
          </span>
          <button
            type="button"
            aria-label={m.admin_scan_remove()}
            onClick={() => field.onChange(null)}
            className="grid size-11 flex-none place-items-center rounded-md hover:bg-sand"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </p>
      )}
      <div>
        <Button
          ref={field.ref}
          variant="secondary"
          size="sm"
          pending={working}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? id : undefined}
          icon={<Paperclip aria-hidden="true" className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {scan ? m.admin_scan_choose_other() : m.admin_scan_choose()}
        </Button>
      </div>
      <div role="alert">{wrong && <FieldError id={id}>{wrong}</FieldError>}</div>
    </div>
  )
}

/** The bytes to send; a sentence says why a file is not taken. */
async function readScan(file: File): Promise<Blob> {
  if ((await file.slice(0, 5).text()) === '%PDF-') {
    if (file.size > LARGEST_FILE_BYTES) throw new PictureProblem(m.admin_scan_pdf_too_large())
    return new Blob([file], { type: 'application/pdf' })
  }
  const photo = await shrinkPicture(file)
  if (!(await hasDetail(photo))) throw new PictureProblem(m.error_picture_without_detail())
  return photo
}

/** The files of a form call. */
export function filesOf(scan: Scan | null): ReadonlyMap<string, Blob> {
  return new Map(scan ? [['scan', scan.bytes] as const] : [])
}

/** What tells one chosen file from another, for the key of an attempt. */
export const scanKey = (scan: Scan | null) => scan && [scan.name, scan.bytes.size]
