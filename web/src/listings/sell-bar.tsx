import { Button } from '@twende/ui/controls/button.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { CloudOff, RotateCcw } from 'lucide-react'
import { SELL_SECTIONS } from './sell-sections.ts'
import type { Sending } from './use-send-listing.ts'

type SellBarProps = {
  signedIn: boolean
  loading: boolean
  sending: Sending
  /** How many parts of the form have nothing left to do. */
  done: number
  onStartOver: () => void
}

/** The button that sends the form, how far the form and the upload are, and what went wrong with the last try. */
export function SellBar({ signedIn, loading, sending, done, onStartOver }: SellBarProps) {
  const uploading = sending.state === 'sending'
  return (
    <>
      {sending.state === 'failed' && (
        <div role="alert" className="flex items-start gap-3 rounded-md bg-clay-tint p-4 text-clay-deep">
          <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <p>
            <strong className="block">{sending.sentence}</strong>
            {sending.again
              ? 'Nothing is lost: all you typed and your pictures are kept. Send it again when you are ready; the car is listed once.'
              : 'All you typed and your pictures are kept.'}
          </p>
        </div>
      )}
      <StickyBar className="flex-wrap gap-y-2">
        <div className="w-full md:order-last">
          {uploading ? <UploadProgress percent={sending.percent} /> : <FormProgress done={done} />}
        </div>
        <Button
          type="submit"
          aria-disabled={loading || uploading}
          aria-busy={uploading || undefined}
          className="flex-1 max-md:px-3 aria-disabled:opacity-70"
        >
          <span className="figures">{buttonWords({ signedIn, loading, sending })}</span>
        </Button>
        <Button
          variant="quiet"
          aria-label="Start over"
          disabled={uploading}
          onClick={onStartOver}
          icon={<RotateCcw aria-hidden="true" className="size-5" />}
          className="max-md:px-3"
        >
          <span className="hidden md:inline">Start over</span>
        </Button>
      </StickyBar>
    </>
  )
}

function buttonWords({
  signedIn,
  loading,
  sending,
}: Pick<SellBarProps, 'signedIn' | 'loading' | 'sending'>): string {
  if (!signedIn) return 'Please Login to Sell Car'
  if (loading) return 'Loading data...'
  if (sending.state === 'sending') return `Uploading... ${sending.percent}%`
  return 'List Car & Submit Payment'
}

function UploadProgress({ percent }: { percent: number }) {
  return <progress aria-label="Upload" max={100} value={percent} className="block h-2 w-full accent-acacia" />
}

function FormProgress({ done }: { done: number }) {
  const all = SELL_SECTIONS.length
  return (
    <p className="figures flex items-center gap-3 text-sm text-soft">
      <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-sand">
        <span className="block h-full rounded-full bg-acacia" style={{ width: `${(done / all) * 100}%` }} />
      </span>
      {done === all ? 'All parts done' : `${done} of ${all} parts done`}
    </p>
  )
}
