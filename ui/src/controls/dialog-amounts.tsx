import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react'

/** What a dialog says, with no amount broken into two lines; controls among it stay as they are. */
export function keptAmounts(said: ReactNode): ReactNode {
  if (typeof said === 'string') return keepAmounts(said)
  if (Array.isArray(said)) return said.map(keptAmounts)
  if (!isValidElement<{ children?: ReactNode }>(said) || said.type !== Fragment) return said
  const { children } = said.props
  return cloneElement(said, undefined, ...(Array.isArray(children) ? children : [children]).map(keptAmounts))
}
