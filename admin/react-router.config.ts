import type { Config } from '@react-router/dev/config'

/** A single-page app: the server sends one shell for every address under /admin. */
export default {
  appDirectory: 'src',
  buildDirectory: '../build/admin',
  ssr: false,
} satisfies Config
