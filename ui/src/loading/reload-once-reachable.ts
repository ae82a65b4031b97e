/** Without a network a reload ends at the browser's own blank page: the page stays, which says already that it cannot be reached. */
export function reloadOnceReachable() {
  fetch('', { method: 'HEAD' }).then(
    () => window.location.reload(),
    () => {},
  )
}
