import type { Plugin } from 'vite'

const MODULE = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]routeModules\.js/
const FETCHED = /await import\([^)]*route\.module\s*\)/
const FAILED = /catch \(error\) \{.*window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);\s*\}/s

/**
 * Has React Router tell that the scripts of a page could not be fetched without a network. It reloads the page then, which ends
 * at the browser's own blank page. The error is that of a call without a network, so that the site says the same of both. With a
 * network it still reloads: after an upgrade the scripts have other names. React Router waits for ever for a page that it cannot
 * load, and keeps what it was given: so a page stands in that fails, and that is loaded whole once it is asked for with a
 * network. The file is fetched before it is imported for the reason in `fetch-before-import.ts`.
 */
export function lateRouteModules(): Plugin {
  let found = false
  return {
    name: 'late-route-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!MODULE.test(id)) return null
      if (!FETCHED.test(code) || !FAILED.test(code))
        this.error('React Router loads the pages another way now.')
      found = true
      return { code: tellsWithoutNetwork(code), map: null }
    },
    buildEnd(error) {
      if (!error && !found) this.error('React Router has no routeModules.js any more.')
    },
  }
}

function tellsWithoutNetwork(code: string): string {
  return code
    .replace(FETCHED, (imports) => `(await (await fetch(route.module)).text(), ${imports})`)
    .replace(
      FAILED,
      `catch {
		const forever = new Promise(() => {});
		const reachable = (then, otherwise) => fetch("", { method: "HEAD" }).then(() => (then(), forever), otherwise);
		const fail = () => { throw { code: "unreachable" } };
		return reachable(() => location.reload(), () => ({
			default: fail,
			clientLoader: ({ request }) => reachable(() => location.assign(request.url), fail)
		}));
	}`,
    )
}
