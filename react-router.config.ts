import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web/src',
  buildDirectory: 'build/site',
  ssr: true,
  // The program, and the thread that renders its pages.
  serverBuildFile: '[name].js',
  // The whole route table comes with the first page: no later request for it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
