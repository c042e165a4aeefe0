import { expect, test } from 'vitest'
import { writeScripts } from '#app/web/page/later-scripts.ts'
import { compileStarter } from '#app/web/page/vite-starter.ts'

const page =
  '<head><link rel="stylesheet" href="/a.css"/></head><body><p>text</p><script>((storageKey, restoreKey) => {})("a", null)</script></body>'
const scripts = { module: 'import"/assets/a.js"', source: "'sha256-module'", files: ['/assets/a.js'] }
const given = {
  ...{ scripts, data: '<script type="application/json">{}</script>', texts: ['/assets/text/en/common.js'] },
  starter: { text: 'start($&)', source: "'sha256-starter'" },
  scroller: { text: 'scroll($&)', source: "'sha256-scroller'" },
}

test('modules wait for a person: until then they are named, and no link fetches them', () => {
  const { html, sources } = writeScripts(page, { ...given, isEager: false })
  expect(html).toContain('<p>text</p><script>start($&)</script><script type="application/json">{}</script>')
  expect(html).toContain(
    '<script type="later" data-files="/assets/text/en/common.js /assets/a.js">import"/assets/a.js"</script>',
  )
  expect(html).not.toMatch(/type="module"|modulepreload|storageKey/)
  expect(sources).toEqual(["'sha256-starter'", "'sha256-module'"])
})

test('modules of a page that acts by itself are fetched at once', () => {
  const { html, sources } = writeScripts(page, { ...given, isEager: true })
  expect(html).toContain('<link rel="modulepreload" href="/assets/a.js"/></head>')
  expect(html).toContain('<script>scroll($&)</script>')
  expect(html).toContain('<script type="module" async>import"/assets/a.js"</script>')
  expect(html).not.toMatch(/type="later"|storageKey/)
  expect(sources).toEqual(["'sha256-scroller'", "'sha256-module'"])
})

test('a page without scripts stays as it is', () => {
  expect(writeScripts('<p>text</p>', { ...given, isEager: false })).toEqual({ html: '<p>text</p>', sources: [] })
})

test('the starter is one small script that names nothing outside itself', async () => {
  const text = await compileStarter()
  expect(text.length).toBeLessThan(1300)
  expect(text).not.toMatch(/\bimport\b|\bexport\b|<\/script/)
  expect(() => new Function(text)).not.toThrow()
})
