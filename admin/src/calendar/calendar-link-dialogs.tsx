import { calendarLinkRoutes } from '@twende/contract/bookings/calendar-link-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

const CREATE = 'POST /api/admin/calendar-feeds'
const ADD = 'POST /api/admin/car/:carId/calendar-imports'

export type MadeFeed = { name: string; address: string }

type NewFeedDialogProps = {
  open: boolean
  carId: string | undefined
  onMade: (feed: MadeFeed) => void
  onClose: () => void
}

/** Makes an address of our calendar. Import it lazily. */
export function NewFeedDialog({ open, carId, onMade, onClose }: NewFeedDialogProps) {
  const attempt = useAttemptKey()
  const { revalidate } = useRevalidator()
  const form = useAppForm({
    defaultValues: { name: '' },
    bodyOf: (typed) => ({ ...typed, ...(carId !== undefined && { carId }) }),
    schema: calendarLinkRoutes[CREATE].body,
    onSubmit: async (body, { name }) => {
      const { address } = await call(CREATE, { body }, { idempotencyKey: attempt.keyOf(body) })
      onMade({ name: name.trim(), address })
      await revalidate()
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_shared_calendars_feed_add()}
      explains={m.admin_shared_calendars_feed_add_text()}
      yes={m.admin_shared_calendars_feed_add()}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={m.admin_shared_calendars_name_label()}
        hint={m.admin_shared_calendars_feed_name_hint()}
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** Shows a new address, the only time that it is shown. Import it lazily. */
export function FeedAddressDialog({ feed, onClose }: { feed: MadeFeed; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(feed.address)
    setCopied(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={m.admin_shared_calendars_address_title({ name: feed.name })}
      description={m.admin_shared_calendars_address_text()}
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.admin_shared_calendars_address_done()}
          </Button>
          <Button
            icon={
              copied ? (
                <Check aria-hidden="true" className="size-5" />
              ) : (
                <Copy aria-hidden="true" className="size-5" />
              )
            }
            onClick={() => void copy()}
          >
            {copied ? m.admin_shared_calendars_address_copied() : m.admin_shared_calendars_address_copy()}
          </Button>
        </>
      }
    >
      <Field label={m.admin_shared_calendars_address_label()}>
        <Textarea
          readOnly
          rows={3}
          value={feed.address}
          translate="no"
          className="text-sm break-all"
          onFocus={({ target }) => target.select()}
        />
      </Field>
    </Dialog>
  )
}

type AddImportDialogProps = { open: boolean; carId: string; onClose: () => void }

/** Adds the calendar of another program, which is read at once. Import it lazily. */
export function AddImportDialog({ open, carId, onClose }: AddImportDialogProps) {
  const attempt = useAttemptKey()
  const { revalidate } = useRevalidator()
  const form = useAppForm({
    defaultValues: { name: '', address: '' },
    schema: calendarLinkRoutes[ADD].body,
    onSubmit: async (body) => {
      const request = { params: { carId }, body }
      const { message } = await call(ADD, request, { idempotencyKey: attempt.keyOf(body) })
      toast.success(message)
      await revalidate()
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      size="md"
      title={m.admin_shared_calendars_import_add()}
      explains={m.admin_shared_calendars_import_add_text()}
      yes={m.admin_shared_calendars_import_add()}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="address"
        label={m.admin_shared_calendars_address_label()}
        hint={m.admin_shared_calendars_import_address_hint()}
        required
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="name"
        label={m.admin_shared_calendars_name_label()}
        hint={m.admin_shared_calendars_import_name_hint()}
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}
