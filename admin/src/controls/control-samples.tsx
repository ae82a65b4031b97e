import { PRICE_BANDS } from '@twende/contract/listings/price-guide.ts'
import { m } from '@twende/messages'
import { ask } from '@twende/ui/controls/ask.ts'
import { Badge, type BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button, type ButtonLook, IconButton, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog, type DialogProps, Sheet } from '@twende/ui/controls/dialog.tsx'
import { Facts } from '@twende/ui/controls/facts.tsx'
import { Logo } from '@twende/ui/controls/logo.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Rating, Stars } from '@twende/ui/controls/stars.tsx'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { TextButton } from '@twende/ui/form/form-parts.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { Check, Trash2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'

const row = 'flex flex-wrap items-center gap-3'
const variants = ['primary', 'secondary', 'quiet', 'danger'] as const
const sizes = ['sm', 'md', 'lg'] as const

export function ButtonSamples() {
  return (
    <>
      {variants.map((variant) => (
        <ButtonStates key={variant} variant={variant} />
      ))}
      <div className={row}>
        <IconButton label={m.common_save()}>
          <Check aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={m.common_remove()} variant="secondary">
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
        <LinkButton to={links.today} variant="secondary">
          {m.admin_menu_today()}
        </LinkButton>
        <TextButton onClick={() => {}}>{m.common_clear_all()}</TextButton>
      </div>
    </>
  )
}

function ButtonStates({ variant }: ButtonLook) {
  return (
    <div className={row}>
      {sizes.map((size) => (
        <Button key={size} variant={variant} size={size}>
          {m.common_save()}
        </Button>
      ))}
      <Button variant={variant} icon={<Check aria-hidden="true" className="size-5" />}>
        {m.admin_common_approve()}
      </Button>
      <Button variant={variant} pending>
        {m.common_send()}
      </Button>
      <Button variant={variant} disabled>
        {m.common_save()}
      </Button>
    </div>
  )
}

const tones: readonly BadgeTone[] = ['neutral', 'acacia', 'sunrise', 'clay', 'ink', 'paper']
const amounts = { sm: 950, md: 12_500, lg: 1_250_000 } as const

export function StatusSamples() {
  return (
    <>
      <div className={row}>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {m.common_confirmed()}
          </Badge>
        ))}
        <Badge tone="acacia" icon={<Check aria-hidden="true" />}>
          {m.common_completed()}
        </Badge>
        <StatusBadge tone="sunrise">{m.common_pending()}</StatusBadge>
        <StatusBadge tone="clay">{m.common_cancelled()}</StatusBadge>
      </div>
      <div className={row}>
        {PRICE_BANDS.map((band) => (
          <PriceBandBadge key={band} band={band} />
        ))}
      </div>
      <div className={row}>
        {sizes.map((size) => (
          <Price
            key={size}
            ksh={amounts[size]}
            size={size}
            per={size === 'md' ? m.common_day() : undefined}
          />
        ))}
      </div>
      <div className={row}>
        {[0, 2.5, 4.2, 5].map((rating) => (
          <Stars key={rating} rating={rating} />
        ))}
        <Rating rating={4.7} count={31} />
      </div>
      <div className="grid">
        <Stars rating={2} />
      </div>
      <Facts
        rows={[
          [m.common_mileage(), m.common_km({ km: '84,000' })],
          [m.common_year(), '2019'],
          [m.common_seats(), '5'],
        ]}
      />
      <div className={row}>
        <Logo className="h-8" />
        <span className="on-dark rounded-md bg-acacia-deep p-4 text-paper">
          <Logo onDark className="h-8" />
        </span>
      </div>
    </>
  )
}

type Opened = 'sm' | 'md' | 'lg' | 'sheet'

export function DialogSamples() {
  const [opened, setOpened] = useState<Opened>()
  const [answer, setAnswer] = useState<boolean>()
  const question = async (danger: boolean) =>
    setAnswer(await ask({ sentence: m.admin_controls_question(), more: m.admin_controls_hint(), danger }))
  return (
    <div className={row}>
      <Button variant="secondary" onClick={() => setOpened('sm')}>
        {m.admin_controls_dialog_small()}
      </Button>
      <Button variant="secondary" onClick={() => setOpened('md')}>
        {m.admin_controls_dialog()}
      </Button>
      <Button variant="secondary" onClick={() => setOpened('lg')}>
        {m.admin_controls_dialog_large()}
      </Button>
      <Button variant="secondary" onClick={() => setOpened('sheet')}>
        {m.admin_controls_sheet()}
      </Button>
      <Button variant="secondary" onClick={() => void question(false)}>
        {m.admin_controls_ask()}
      </Button>
      <Button variant="danger" onClick={() => void question(true)}>
        {m.admin_controls_ask_danger()}
      </Button>
      <span role="status">{answer !== undefined && (answer ? m.common_yes() : m.common_no())}</span>
      <SampleDialog
        Frame={Dialog}
        size="sm"
        open={opened === 'sm'}
        onOpenChange={() => setOpened(undefined)}
      />
      <SampleDialog Frame={Dialog} open={opened === 'md'} onOpenChange={() => setOpened(undefined)} />
      <SampleDialog
        Frame={Dialog}
        size="lg"
        open={opened === 'lg'}
        onOpenChange={() => setOpened(undefined)}
      />
      <SampleDialog Frame={Sheet} open={opened === 'sheet'} onOpenChange={() => setOpened(undefined)} />
    </div>
  )
}

type SampleDialogProps = Omit<DialogProps, 'title'> & { Frame: ComponentType<DialogProps> }

function SampleDialog({ Frame, ...props }: SampleDialogProps) {
  return (
    <Frame
      {...props}
      title={m.admin_controls_dialog()}
      description={m.admin_controls_hint()}
      footer={<Button onClick={() => props.onOpenChange(false)}>{m.common_save()}</Button>}
    >
      <p>{m.admin_controls_text()}</p>
    </Frame>
  )
}

export function ToastSamples() {
  return (
    <div className={row}>
      <Button variant="secondary" onClick={() => toast.success(m.admin_controls_hint())}>
        {m.admin_controls_toast_success()}
      </Button>
      <Button variant="secondary" onClick={() => toast.error(m.admin_controls_error())}>
        {m.admin_controls_toast_error()}
      </Button>
      <Button variant="secondary" onClick={() => toast.info(m.admin_controls_hint())}>
        {m.admin_controls_toast_info()}
      </Button>
      <Button variant="secondary" onClick={() => toast.undoable(m.admin_controls_hint(), () => {})}>
        {m.admin_controls_toast_undo()}
      </Button>
      <Button variant="secondary" onClick={() => alertPerson(m.admin_controls_text())}>
        {m.admin_controls_toast_long()}
      </Button>
    </div>
  )
}
