import { useContext, useMemo } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState, Scripts, useLocation } from 'react-router'
import { isBackOffice } from './back-office.ts'

/**
 * The scripts of a page, drawn by the server alone. Under /admin the server draws only that nothing is there: the router would name the scripts
 * of what stands behind it too, and so hand strangers the back office's.
 */
export function PageScripts() {
  const state = useContext(RouterState)
  const { pathname } = useLocation()
  const drawn = useMemo(
    () => (state && isBackOffice(pathname) ? { ...state, matches: state.matches.slice(0, 1) } : state),
    [state, pathname],
  )
  return (
    <RouterState value={drawn}>
      <Scripts />
    </RouterState>
  )
}
