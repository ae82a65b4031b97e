import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { type CarService, serviceRoutes } from '@twende/contract/cars/service-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateField, NumberField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'

const ROUTE = 'POST /api/admin/car/:carId/service-plan'

type PlanValues = { everyKm: string; everyMonths: string; startKm: string; startDay: string }

type ServicePlanDialogProps = {
  carId: string
  service: CarService
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

/** Sets how often a car is serviced. Import it lazily. */
export function ServicePlanDialog({ carId, service, onDone, onClose }: ServicePlanDialogProps) {
  const { plan } = service
  const today = nairobiDay(serverNow())
  const form = useAppForm({
    defaultValues: valuesOf(service),
    bodyOf: (typed: PlanValues) => ({
      everyKm: numberOrNone(typed.everyKm),
      everyMonths: numberOrNone(typed.everyMonths),
      startKm: wholeNumber(typed.startKm),
      startDay: typed.startDay,
      updatedAt: plan?.updatedAt ?? null,
    }),
    schema: serviceRoutes[ROUTE].body,
    check: ({ everyKm, everyMonths, startDay }) => ({
      everyKm: !plan && everyKm === '' && everyMonths === '' ? m.validation_service_interval() : undefined,
      startDay: startDay > today ? m.validation_day_ahead() : undefined,
    }),
    onSubmit: async (body) => {
      const { message } = await call(ROUTE, { params: { carId }, body })
      await onDone(message)
    },
  })
  return (
    <FormDialog
      form={form}
      open
      size="md"
      title={plan ? m.admin_service_plan_change() : m.admin_service_plan_add()}
      explains={plan ? m.admin_service_plan_change_text() : m.admin_service_plan_text()}
      yes={m.admin_service_plan_save()}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="everyKm"
          label={m.admin_service_every_km_label()}
          hint={m.admin_service_every_km_hint()}
          deps={['everyMonths']}
        />
        <NumberField
          form={form}
          name="everyMonths"
          label={m.admin_service_every_months_label()}
          hint={m.admin_service_every_months_hint()}
          deps={['everyKm']}
        />
        <NumberField form={form} name="startKm" label={m.admin_service_start_km_label()} required />
        <DateField form={form} name="startDay" label={m.admin_service_start_day_label()} required />
      </div>
    </FormDialog>
  )
}

const numberOrNone = (text: string) => (text.trim() === '' ? null : wholeNumber(text))

function valuesOf({ plan }: CarService): PlanValues {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  return {
    everyKm: text(plan?.everyKm),
    everyMonths: text(plan?.everyMonths),
    startKm: text(plan?.startKm),
    startDay: plan?.startDay ?? '',
  }
}
