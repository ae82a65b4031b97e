import { positionLabels } from '@twende/contract/bookings/condition/condition-labels.ts'
import type { ConditionReport } from '@twende/contract/bookings/condition/condition-routes.ts'
import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { KEEP_REASONS } from '@twende/contract/bookings/kept-deposit.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { PrivatePicture } from '@twende/ui/api/private-picture.tsx'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { PhotoField } from '@twende/ui/drivers/photo-field.tsx'
import { NumberField, SelectField, TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { shillingsDigits } from '@twende/ui/form/whole-number.ts'
import { useEffect, useId, useState } from 'react'
import { reachWords, sentences } from '../../frame/reach-words.ts'
import type { Act } from '../use-booking-action.ts'
import type { DepositBooking } from './take-deposit-dialogs.tsx'

const KEEP = 'POST /api/admin/booking/:bookingId/deposit/keep'

type KeepDialogProps = {
  booking: Pick<DepositBooking, '_id' | 'bookingId'>
  deposit: AdminDeposit
  open: boolean
  act: Act
  onClose: () => void
}

type Photo = Blob | null
const noPhoto = (): Photo => null
const noIds = (): string[] => []

/** Keeps a part of what is held, with a reason and with photos that the customer sees. Import it lazily. */
export function KeepDepositDialog({ booking, deposit, open, act, onClose }: KeepDialogProps) {
  const form = useKeepForm({ booking, deposit, act })
  return (
    <FormDialog
      form={form}
      open={open}
      size="md"
      title={m.admin_deposit_keep_title({ reference: booking.bookingId })}
      explains={
        <>
          {m.admin_deposit_keep_text({ amount: showKsh(deposit.keepable) })} {reachWords(deposit.reach)}
        </>
      }
      yes={m.admin_deposit_keep_button()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="reason"
          label={m.admin_deposit_keep_reason()}
          empty={m.admin_deposit_keep_choose()}
          options={KEEP_REASONS.map((value) => ({ value, label: keepReasonLabels[value]() }))}
          required
        />
        <NumberField
          form={form}
          name="amount"
          label={m.admin_deposit_keep_amount()}
          hint={keepAmounts(m.admin_deposit_keep_amount_hint({ amount: showKsh(deposit.keepable) }))}
          required
        />
      </div>
      <OwedFirst amount={form.watch('amount')} deposit={deposit} />
      <TextareaField
        form={form}
        name="words"
        label={m.admin_deposit_keep_words()}
        hint={m.admin_deposit_keep_words_hint()}
        rows={3}
        required
      />
      <ReturnPhotos form={form} bookingId={booking._id} />
      <div className="max-w-48">
        <PhotoField form={form} name="photo" label={m.admin_deposit_keep_new_photo()} />
      </div>
    </FormDialog>
  )
}

/** What of the amount pays what is owed already, and is therefore not charged for the reason. */
function OwedFirst({ amount, deposit }: { amount: string; deposit: AdminDeposit }) {
  const { owed } = deposit.settlement
  if (owed === 0) return null
  return (
    <p role="status" className="text-sm">
      {owedWords(Number(shillingsDigits(amount)) || 0, deposit).map((words) => keepAmounts(words))}
    </p>
  )
}

function owedWords(kept: number, { keepable, settlement: { owed } }: AdminDeposit): readonly string[] {
  const amounts = { owed: showKsh(owed), rest: showKsh(kept - owed) }
  if (kept === 0) return [m.admin_deposit_keep_owed_first(amounts)]
  if (kept > owed) return [m.admin_deposit_keep_owed_and_rest(amounts)]
  return sentences(
    m.admin_deposit_keep_owed_only(amounts),
    keepable > owed && m.admin_deposit_keep_owed_more(),
  )
}

function useKeepForm({ booking, deposit, act }: Pick<KeepDialogProps, 'booking' | 'deposit' | 'act'>) {
  const attempt = useAttemptKey()
  const params = { bookingId: booking._id }
  return useAppForm({
    defaultValues: { reason: '', amount: '', words: '', photoIds: noIds(), photo: noPhoto() },
    bodyOf: ({ reason, amount, words, photoIds }) => ({
      reason,
      amount: shillingsDigits(amount),
      words,
      photoIds: photoIds.join(','),
    }),
    schema: depositRoutes[KEEP].body,
    check: ({ amount, photoIds, photo }) => ({
      amount:
        Number(shillingsDigits(amount)) > deposit.keepable
          ? m.error_deposit_kept_above_held_by({ held: showKsh(deposit.keepable) })
          : undefined,
      photoIds: photoIds.length === 0 && !photo ? m.error_deposit_photo_missing() : undefined,
    }),
    refusedAt: { deposit_kept_above_held: 'amount', deposit_photo_missing: 'photoIds' },
    onSubmit: async (body, { reason, photo }) => {
      const idempotencyKey = attempt.keyOf({ body, size: photo?.size })
      const photos = new Map(photo ? [['photo', photo] as const] : [])
      const chosen = KEEP_REASONS.find((known) => known === reason)
      if (!chosen) return
      const send = () =>
        formCall(photos)(KEEP, { params, body: { ...body, reason: chosen } }, { idempotencyKey })
      await act(send)
      attempt.done()
    },
  })
}

type KeepForm = ReturnType<typeof useKeepForm>
type ReturnPhotosProps = { form: KeepForm; bookingId: string }

/** The photos of the return report, of which at least one is chosen where no new one is taken. */
function ReturnPhotos({ form, bookingId }: ReturnPhotosProps) {
  const [report, setReport] = useState<ConditionReport | null | 'failed'>()
  const id = useId()
  useEffect(() => {
    const aborter = new AbortController()
    const request = { params: { bookingId } }
    call('GET /api/admin/booking/:bookingId/condition', request, { signal: aborter.signal }).then(
      ({ data }) => setReport(data.return),
      () => aborter.signal.aborted || setReport('failed'),
    )
    return () => aborter.abort()
  }, [bookingId])
  const chosen = form.watch('photoIds')
  const wrong = form.formState.errors.photoIds?.message
  const photos = report && report !== 'failed' ? report.photos : []
  return (
    <fieldset data-invalid={Boolean(wrong)} aria-describedby={wrong ? id : undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{m.admin_deposit_keep_photos()}</legend>
      <p className="mb-3 text-sm text-soft">{hintFor(report)}</p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {photos.map((photo) => (
          <PhotoChoice
            key={photo._id}
            photo={photo}
            checked={chosen.includes(photo._id)}
            onChange={(isChosen) => {
              const others = chosen.filter((other) => other !== photo._id)
              const photoIds = isChosen ? [...others, photo._id].slice(-MOST_PHOTOS) : others
              form.setValue('photoIds', photoIds, { shouldDirty: true, shouldValidate: Boolean(wrong) })
            }}
          />
        ))}
      </div>
      {wrong && <FieldError id={id}>{wrong}</FieldError>}
    </fieldset>
  )
}

/** As many as one request names. */
const MOST_PHOTOS = 8

function hintFor(report: ConditionReport | null | 'failed' | undefined): string {
  if (report === 'failed') return m.admin_deposit_keep_photos_failed()
  return report === null ? m.admin_deposit_keep_no_report() : m.admin_deposit_keep_photos_hint()
}

type PhotoChoiceProps = {
  photo: ConditionReport['photos'][number]
  checked: boolean
  onChange: (isChosen: boolean) => void
}

function PhotoChoice({ photo: { position, file }, checked, onChange }: PhotoChoiceProps) {
  const name = positionLabels[position]()
  return (
    <label className="grid content-start gap-1">
      <PrivatePicture
        file={file}
        small
        alt={m.admin_deposit_kept_photo_of_return({ position: name })}
        className={`aspect-[4/3] w-full rounded-md object-cover ${checked ? 'outline-2 outline-offset-2 outline-acacia' : ''}`}
      />
      <span className="flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          aria-label={name}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 shrink-0 accent-acacia"
        />
        {name}
      </span>
    </label>
  )
}
