import { driverRoutes } from '@twende/contract/drivers/driver-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const WITHDRAW = 'POST /api/admin/driver/:driverId/withdraw'

const usualReasons = () => [
  m.admin_driver_withdraw_usual_forged(),
  m.admin_driver_withdraw_usual_ended(),
  m.admin_driver_withdraw_usual_police(),
]

/** Takes the approval of papers back, with a reason that the customer reads. */
export function WithdrawApproval({ driverId, name }: { driverId: string; name: string }) {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState(false)
  async function withdraw(reason: string) {
    await call(WITHDRAW, { params: { driverId }, body: { reason } })
    setAsked(false)
    toast.success(m.admin_driver_withdraw_done({ name }))
    await revalidate()
  }
  return (
    <>
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setAsked(true)}>
        {m.admin_driver_withdraw()}
      </Button>
      <WhenOpen open={asked}>
        <ReasonDialog
          open={asked}
          title={m.admin_driver_withdraw_title({ name })}
          explains={m.admin_driver_withdraw_text()}
          yes={m.admin_driver_withdraw()}
          danger
          text={{ label: m.admin_driver_refuse_reason(), required: true }}
          usual={usualReasons()}
          schema={driverRoutes[WITHDRAW].body}
          onDecide={withdraw}
          onClose={() => setAsked(false)}
        />
      </WhenOpen>
    </>
  )
}
