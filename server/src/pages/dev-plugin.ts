import { createRequestHandler, type ServerBuild } from 'react-router'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { DevMarket } from './dev-market.ts'

const ENTRY = '/server/src/pages/dev-market.ts'

/**
 * Runs the server behind Vite in `npm run dev`, and the admin app beside the site, in one process on one port. Vite loads
 * the server code, so that an edit takes effect at the next request.
 */
export function marketInDev(): Plugin {
  return {
    name: 'market-in-dev',
    apply: 'serve',
    enforce: 'pre',
    async configureServer(vite) {
      if (process.env.VITEST) return
      await serveAdminInDev(vite)
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

/** A second Vite server, of the admin app, answers what lies under /admin; its hot updates share the port. */
async function serveAdminInDev(vite: ViteDevServer) {
  const admin = await createServer({
    configFile: `${vite.config.root}/admin/vite.config.ts`,
    server: { middlewareMode: true, ...(vite.httpServer ? { ws: { server: vite.httpServer } } : {}) },
  })
  vite.httpServer?.once('close', () => void admin.close())
  admin.middlewares.use((request, response, next) => {
    const url = `http://${request.headers.host}${request.originalUrl}`
    admin
      .ssrLoadModule('virtual:react-router/server-build')
      .then(async (build) => {
        // Vite types a module's exports as unknown values.
        const answer = await createRequestHandler(build as ServerBuild, 'development')(new Request(url))
        response.statusCode = answer.status
        for (const [name, value] of answer.headers) response.setHeader(name, value)
        response.end(await answer.text())
      })
      .catch(next)
  })
  // Not `use('/admin', …)`, which would cut the prefix off the address.
  vite.middlewares.use((request, response, next) => {
    if (/^\/admin(\/|\?|$)/.test(request.url ?? '')) admin.middlewares(request, response, next)
    else next()
  })
}
