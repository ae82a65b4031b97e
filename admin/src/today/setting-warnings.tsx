import type { OperationWarning } from '@twende/contract/today/operation-warnings.ts'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const texts: Record<OperationWarning, ReactNode> = {
  proxy_not_trusted: (
    <>
      A proxy stands in front of Twende, but Twende is not told to trust it. All visitors look like one, so
      limits on requests hardly protect. Set <Setting>TRUST_PROXY=loopback</Setting> if the proxy runs on the
      same machine, <Setting>TRUST_PROXY=private</Setting> if it runs in the same private network, or set
      TRUST_PROXY to the proxy’s address. Then restart Twende.
    </>
  ),
  public_proxy_not_named: (
    <>
      A request with forwarding headers came from a public address. If a proxy of yours has a public address,
      set <Setting>TRUST_PROXY</Setting> to its address or network instead of a number, then restart Twende.
      If not, a visitor wrote those headers, and nothing needs to be done.
    </>
  ),
  settings_invalid: (
    <>
      A business setting that was saved cannot be read, so its original value is used instead. The log names
      the setting. Open Settings, check every value and save.
    </>
  ),
}

/** What an admin should set differently, each with the setting to make. */
export function SettingWarnings({ warnings }: { warnings: readonly OperationWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul role="alert" className="mt-4 grid gap-2">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
          <p>{texts[warning]}</p>
        </li>
      ))}
    </ul>
  )
}

function Setting({ children }: { children: string }) {
  return <code className="font-semibold break-words">{children}</code>
}
