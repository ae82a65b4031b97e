import { tryCompose } from './compose.ts'
import { buildImage, makeBaseImages, startImage } from './image.ts'
import { checkRules } from './rules.ts'
import { configurePodman, requireTools } from './tools.ts'
import { tryUnit } from './unit.ts'

const PARTS = {
  rules: async () => {
    requireTools(['promtool'])
    return await checkRules()
  },
  image: async () => {
    requireTools(['debootstrap', 'buildah', 'podman', 'runc', 'curl'])
    await configurePodman()
    await makeBaseImages()
    return await buildImage()
  },
  start: async () => {
    await configurePodman()
    await makeBaseImages()
    return await startImage()
  },
  compose: async () => {
    requireTools(['podman', 'podman-compose', 'runc', 'catatonit', 'aardvark-dns', 'curl'])
    await configurePodman()
    return await tryCompose()
  },
  unit: async () => {
    requireTools(['debootstrap', 'systemd-nspawn', 'systemd-analyze', 'curl'])
    return await tryUnit()
  },
}

const chosen = process.argv.slice(2)
for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n${name}`)
  for (const [what, value] of Object.entries(await part())) console.log(`  ${what}: ${value}`)
}
