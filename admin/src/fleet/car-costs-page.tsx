import { showDay } from '@twende/contract/calendar-day.ts'
import { type CarCost, carCostRoutes, costKindLabels } from '@twende/contract/cars/car-cost-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { loadForPage, pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { ExportButton } from '../list/export-button.tsx'
import type { Route } from './+types/car-costs-page'
import { CarPartPage } from './car-heading.tsx'
import { enteredWords, withdrawnWords } from './fleet-labels.ts'
import { ScanButton } from './scan-button.tsx'

const WITHDRAW = 'POST /api/admin/car-cost/:costId/withdraw'

const CostDialog = lazyWithRetry(() => import('./cost-dialog.tsx').then((module) => module.CostDialog))
const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

async function load(carId: string, page: number | undefined) {
  const params = { carId }
  const [car, costs] = await Promise.all([
    call('GET /api/admin/car/:carId', { params }),
    call('GET /api/admin/car/:carId/costs', { params, query: { page } }),
  ])
  return { car: car.data, costs }
}

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadForPage(load(params.carId, addressReader(new URL(request.url).searchParams).page()))

export const meta = () => pageTitle(m.admin_fleet_part_costs())

/** What was paid for a car. */
export default function CarCostsPage({ loaderData }: Route.ComponentProps) {
  return (
    <CarPartPage part="costs" page={loaderData.page}>
      {({ car, costs }) => <Costs key={car._id} carId={car._id} costs={costs} />}
    </CarPartPage>
  )
}

type CostsProps = { carId: string; costs: Reply<'GET /api/admin/car/:carId/costs'> }
type Asked = { kind: 'add' } | { kind: 'withdraw'; cost: CarCost }

function Costs({ carId, costs: { data, pagination, sum } }: CostsProps) {
  const [asked, setAsked] = useState<Asked>()
  const { revalidate } = useRevalidator()
  const seesReports = useRights().includes('reports')
  const close = () => setAsked(undefined)
  const done = async (message: string) => {
    toast.success(message)
    await revalidate()
  }
  return (
    <div className="mt-5 grid gap-5">
      <DetailPanel
        as="h2"
        title={m.admin_fleet_part_costs()}
        aside={
          <div className="flex flex-wrap gap-2">
            {seesReports && <ExportButton csv="GET /api/admin/car-costs.csv" filters={{ carId }} />}
            <Button
              size="sm"
              icon={<Plus aria-hidden="true" className="size-5" />}
              onClick={() => setAsked({ kind: 'add' })}
            >
              {m.admin_costs_add()}
            </Button>
          </div>
        }
      >
        {data.length === 0 ? (
          <p className="text-soft">{m.admin_costs_none()}</p>
        ) : (
          <p className="figures mb-3 font-semibold">{m.admin_costs_sum({ amount: showKsh(sum) })}</p>
        )}
        <ul className="divide-y divide-line">
          {data.map((cost) => (
            <CostItem
              key={cost._id}
              cost={cost}
              find={() => findScan(carId, pagination.page, cost._id)}
              onWithdraw={() => setAsked({ kind: 'withdraw', cost })}
            />
          ))}
        </ul>
        <Pagination
          {...pagination}
          hrefFor={(page) => links.carCosts(carId, { page })}
          label={m.admin_list_pages()}
        />
      </DetailPanel>
      <WhenOpen open={asked?.kind === 'add'}>
        {asked?.kind === 'add' && <CostDialog carId={carId} onDone={done} onClose={close} />}
      </WhenOpen>
      <WhenOpen open={asked?.kind === 'withdraw'}>
        {asked?.kind === 'withdraw' && <WithdrawDialog cost={asked.cost} onDone={done} onClose={close} />}
      </WhenOpen>
    </div>
  )
}

type WithdrawDialogProps = {
  cost: CarCost
  onDone: (message: string) => Promise<void>
  onClose: () => void
}

function WithdrawDialog({ cost, onDone, onClose }: WithdrawDialogProps) {
  return (
    <ReasonDialog
      open
      title={m.admin_costs_withdraw_title({ amount: showKsh(cost.amount) })}
      explains={m.admin_costs_withdraw_text()}
      yes={m.admin_papers_withdraw()}
      danger
      text={{ label: m.admin_fleet_reason_label(), hint: m.admin_fleet_reason_hint(), required: true }}
      usual={[m.admin_papers_reason_typed_wrongly(), m.admin_costs_reason_twice()]}
      schema={carCostRoutes[WITHDRAW].body}
      onDecide={async (reason) => {
        const { message } = await call(WITHDRAW, { params: { costId: cost._id }, body: { reason } })
        await onDone(message)
      }}
      onClose={onClose}
    />
  )
}

/** The scan of a cost with a link that was made now. */
async function findScan(carId: string, page: number, costId: string) {
  const { data } = await call('GET /api/admin/car/:carId/costs', { params: { carId }, query: { page } })
  return data.find(({ _id }) => _id === costId)?.scan
}

type CostItemProps = {
  cost: CarCost
  find: () => ReturnType<typeof findScan>
  onWithdraw: () => void
}

function CostItem({ cost, find, onWithdraw }: CostItemProps) {
  const { kind, amount, day, note, scan, createdBy, createdAt, withdrawnAt } = cost
  const name = costKindLabels[kind]()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className={`figures font-semibold ${withdrawnAt ? 'line-through' : ''}`}>
            {showKsh(amount)}
          </span>
          {withdrawnAt && <StatusBadge tone="neutral">{m.admin_costs_withdrawn()}</StatusBadge>}
        </p>
        <p className="figures">{m.admin_costs_what({ kind: name, day: showDay(day) })}</p>
        {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
        <p className="text-sm text-soft">{enteredWords(createdBy, createdAt)}</p>
        {withdrawnAt && <p className="text-sm text-soft">{withdrawnWords(cost)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {scan && <ScanButton name={m.admin_costs_what({ kind: name, day: showDay(day) })} find={find} />}
        {!withdrawnAt && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={m.admin_costs_withdraw_label({ kind: name, amount: showKsh(amount) })}
            onClick={onWithdraw}
          >
            {m.admin_papers_withdraw()}
          </Button>
        )}
      </div>
    </li>
  )
}
