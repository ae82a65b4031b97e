import type { Config } from '@react-router/dev/config'

const locale = process.env.SITE_LOCALE ?? 'en'

export default {
  appDirectory: 'web/src',
  // scripts/build-site.mjs moves the scripts of the other languages to those of English.
  buildDirectory: locale === 'en' ? 'build/site' : `build/site-${locale}`,
  ssr: true,
  // The program, and the thread that renders its pages.
  serverBuildFile: '[name].js',
  // The whole route table comes with the first page: no later request for it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
