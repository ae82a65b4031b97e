import { showDay } from '@twende/contract/calendar-day.ts'
import { type CarService, type ServiceRecord, serviceRoutes } from '@twende/contract/cars/service-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { loadForPage, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import type { Route } from './+types/car-service-page'
import { CarPartPage } from './car-heading.tsx'
import { dueWords, enteredWords, serviceState, showKm, withdrawnWords } from './fleet-labels.ts'

const WITHDRAW = 'POST /api/admin/service-record/:recordId/withdraw'

const ServicePlanDialog = lazyWithRetry(() =>
  import('./service-plan-dialog.tsx').then((module) => module.ServicePlanDialog),
)
const ServiceRecordDialog = lazyWithRetry(() =>
  import('./service-record-dialog.tsx').then((module) => module.ServiceRecordDialog),
)
const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

async function load(carId: string) {
  const params = { carId }
  const [car, service] = await Promise.all([
    call('GET /api/admin/car/:carId', { params }),
    call('GET /api/admin/car/:carId/service', { params }),
  ])
  return { car: car.data, service: service.data }
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadForPage(load(params.carId))

export const meta = () => pageTitle(m.admin_fleet_part_service())

/** When a car is serviced, and the services that were done. */
export default function CarServicePage({ loaderData }: Route.ComponentProps) {
  return (
    <CarPartPage part="service" page={loaderData.page}>
      {({ car, service }) => <Service key={car._id} carId={car._id} service={service} />}
    </CarPartPage>
  )
}

type Asked = { kind: 'plan' } | { kind: 'record' } | { kind: 'withdraw'; record: ServiceRecord }

function Service({ carId, service }: { carId: string; service: CarService }) {
  const [asked, setAsked] = useState<Asked>()
  const { revalidate } = useRevalidator()
  const close = () => setAsked(undefined)
  const done = async (message: string) => {
    toast.success(message)
    await revalidate()
  }
  return (
    <div className="mt-5 grid gap-5">
      <Plan service={service} onChange={() => setAsked({ kind: 'plan' })} />
      <DetailPanel
        as="h2"
        title={m.admin_service_records()}
        aside={
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setAsked({ kind: 'record' })}
          >
            {m.admin_service_record()}
          </Button>
        }
      >
        {service.records.length === 0 && <p className="text-soft">{m.admin_service_none()}</p>}
        <ul className="-my-4 divide-y divide-line">
          {service.records.map((record) => (
            <RecordItem
              key={record._id}
              record={record}
              onWithdraw={() => setAsked({ kind: 'withdraw', record })}
            />
          ))}
        </ul>
      </DetailPanel>
      <WhenOpen open={asked?.kind === 'plan'}>
        {asked?.kind === 'plan' && (
          <ServicePlanDialog carId={carId} service={service} onDone={done} onClose={close} />
        )}
      </WhenOpen>
      <WhenOpen open={asked?.kind === 'record'}>
        {asked?.kind === 'record' && (
          <ServiceRecordDialog carId={carId} odometer={service.odometer} onDone={done} onClose={close} />
        )}
      </WhenOpen>
      <WhenOpen open={asked?.kind === 'withdraw'}>
        {asked?.kind === 'withdraw' && <WithdrawDialog record={asked.record} onDone={done} onClose={close} />}
      </WhenOpen>
    </div>
  )
}

function Plan({
  service: { plan, last, next, odometer },
  onChange,
}: {
  service: CarService
  onChange: () => void
}) {
  const state = next && next.stage !== 'later' ? serviceState(next, next.stage === 'due') : undefined
  return (
    <DetailPanel
      as="h2"
      title={m.admin_service_plan()}
      aside={
        <Button size="sm" variant="secondary" onClick={onChange}>
          {plan ? m.admin_service_plan_change() : m.admin_service_plan_add()}
        </Button>
      }
    >
      {plan && last && next ? (
        <>
          {state && (
            <p className="mb-3">
              <StatusBadge tone={state.tone}>{state.word}</StatusBadge>
            </p>
          )}
          <Facts
            facts={[
              [m.admin_service_every(), intervalWords(plan)],
              [m.admin_service_next(), dueWords(next)],
              [m.admin_service_last(), m.admin_service_at({ km: showKm(last.km), day: showDay(last.day) })],
              [m.admin_service_odometer(), odometer === null ? null : showKm(odometer)],
            ]}
          />
        </>
      ) : (
        <p className="text-soft">{m.admin_service_no_plan()}</p>
      )}
    </DetailPanel>
  )
}

function intervalWords({ everyKm, everyMonths }: NonNullable<CarService['plan']>): string {
  const km = everyKm === null ? '' : showKm(everyKm)
  const months = everyMonths === null ? '' : m.admin_service_months({ months: everyMonths })
  return km && months ? m.admin_service_every_both({ km, months }) : km || months
}

type WithdrawDialogProps = {
  record: ServiceRecord
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

function WithdrawDialog({ record, onDone, onClose }: WithdrawDialogProps) {
  return (
    <ReasonDialog
      open
      title={m.admin_service_withdraw_title({ day: showDay(record.day) })}
      explains={m.admin_service_withdraw_text()}
      yes={m.admin_papers_withdraw()}
      danger
      text={{ label: m.admin_fleet_reason_label(), hint: m.admin_fleet_reason_hint(), required: true }}
      usual={[m.admin_papers_reason_typed_wrongly(), m.admin_costs_reason_twice()]}
      schema={serviceRoutes[WITHDRAW].body}
      onDecide={async (reason) => {
        const { message } = await call(WITHDRAW, { params: { recordId: record._id }, body: { reason } })
        await onDone(message)
      }}
      onClose={onClose}
    />
  )
}

function RecordItem({ record, onWithdraw }: { record: ServiceRecord; onWithdraw: () => void }) {
  const { km, day, note, cost, createdBy, createdAt, withdrawnAt } = record
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className={`figures font-semibold ${withdrawnAt ? 'line-through' : ''}`}>
            {m.admin_service_at({ km: showKm(km), day: showDay(day) })}
          </span>
          {withdrawnAt && <StatusBadge tone="neutral">{m.admin_service_withdrawn()}</StatusBadge>}
        </p>
        {cost !== null && <p className="figures">{showKsh(cost)}</p>}
        {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
        <p className="text-sm text-soft">{enteredWords(createdBy, createdAt)}</p>
        {withdrawnAt && <p className="text-sm text-soft">{withdrawnWords(record)}</p>}
      </div>
      {!withdrawnAt && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={m.admin_service_withdraw_label({ day: showDay(day) })}
          onClick={onWithdraw}
        >
          {m.admin_papers_withdraw()}
        </Button>
      )}
    </li>
  )
}
