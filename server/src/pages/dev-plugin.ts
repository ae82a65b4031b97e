import type { Plugin } from 'vite'
import type { DevMarket } from './dev-market.ts'

const ENTRY = '/server/src/pages/dev-market.ts'

/** Runs the server behind Vite in `npm run dev`. Vite loads the server code, so that an edit takes effect at the next request. */
export function marketInDev(): Plugin {
  return {
    name: 'market-in-dev',
    apply: 'serve',
    enforce: 'pre',
    configureServer(vite) {
      if (process.env.VITEST) return
      let app: Promise<DevMarket> | undefined
      const load = () => {
        app ??= vite.ssrLoadModule(ENTRY).then((module) => module.openDevMarket(vite.config.root))
        return app
      }
      const drop = (file: string) => {
        const graph = vite.environments.ssr.moduleGraph
        const seen = new Set(graph.getModulesByFile(vite.config.root + ENTRY) ?? [])
        for (const module of seen) for (const imported of module.importedModules) seen.add(imported)
        if (![...seen].some((module) => module.file === file)) return
        void app?.then((open) => open.close()).catch(() => {})
        app = undefined
      }
      vite.watcher.on('change', drop).on('unlink', drop)
      vite.httpServer?.once('close', () => void app?.then((open) => open.close()))
      return () => {
        vite.middlewares.use((request, response, next) => {
          request.url = request.originalUrl ?? request.url
          load().then(
            (open) => open.routing(request, response),
            (error: Error) => {
              app = undefined
              vite.ssrFixStacktrace(error)
              next(error)
            },
          )
        })
      }
    },
  }
}
