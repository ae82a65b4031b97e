import { expect, test } from 'vitest'
import { scriptsAfterPictures } from './scripts-after-pictures.ts'

const preload = '<link rel="modulepreload" href="/assets/page.js"/>'
const module = '<script nonce="n" type="module" async="">import "/assets/page.js"; const text = "$&"</script>'

test('a page keeps its scripts, with their nonce, where a browser loads nothing before the first pictures', () => {
  const page = scriptsAfterPictures(
    `<html><head>${preload}<title>Cars</title></head><body><p>Cars</p><script nonce="n">1</script>${module}</body></html>`,
    'n',
  )
  const [before = '', inside = '', after = ''] = page.split(/<template id="page-scripts">|<\/template>/)
  expect(before).toBe('<html><head><title>Cars</title></head><body><p>Cars</p><script nonce="n">1</script>')
  expect(inside).toBe(preload + module)
  expect(after).toMatch(/^<script nonce="n">[^<]*addEventListener\('load'[^<]*<\/script><\/body><\/html>$/)
})

test('a page without scripts stays as it is', () => {
  const page = '<html><head><title>Cars</title></head><body><script nonce="n">1</script></body></html>'
  expect(scriptsAfterPictures(page, 'n')).toBe(page)
})
