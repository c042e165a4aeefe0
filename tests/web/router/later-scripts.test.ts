import { expect, test } from 'vitest'
import { applyEdits } from '#app/web/router/page-edits.ts'
import { writeScripts } from '#app/web/router/scripts/later-scripts.ts'
import { compileStarter } from '#app/web/router/scripts/vite-starter.ts'

const page =
  '<head><link rel="stylesheet" href="/a.css"/></head><body><p>text</p><script nonce="mark">published()</script></body>'
const scripts = { module: 'import"/assets/a.js"', source: "'sha256-module'", files: ['/assets/a.js'] }
const given = {
  ...{ scripts, data: '<script type="application/json">{}</script>', texts: ['/assets/text/en/common.js'] },
  inline: {
    starter: { text: 'start($&)', source: "'sha256-starter'" },
    scroller: { text: 'scroll($&)', source: "'sha256-scroller'" },
    both: { text: 'both($&)', source: "'sha256-both'" },
  },
  mark: 'mark',
}

function written(html: string, settings: Parameters<typeof writeScripts>[1]) {
  const { edits, sources } = writeScripts(html, settings)
  return { html: applyEdits(html, edits).join(''), sources }
}

test('modules wait for an interaction: until then they are only named, and no link loads them', () => {
  const { html, sources } = written(page, { ...given, isEager: false })
  expect(html).toContain('<p>text</p><script>both($&)</script><script type="application/json">{}</script>')
  expect(html).toContain(
    '<script type="text/later" data-files="/assets/text/en/common.js /assets/a.js">import"/assets/a.js"</script>',
  )
  expect(html).not.toMatch(/type="module"|modulepreload|nonce|published/)
  expect(sources).toEqual(["'sha256-both'", "'sha256-module'"])
})

test('the modules of an eager page are loaded at once', () => {
  const { html, sources } = written(page, { ...given, isEager: true })
  expect(html).toContain('<link rel="modulepreload" href="/assets/a.js"/></head>')
  expect(html).toContain('<script>scroll($&)</script>')
  expect(html).toContain('<script type="module" async>import"/assets/a.js"</script>')
  expect(html).not.toMatch(/type="text\/later"|nonce|published/)
  expect(sources).toEqual(["'sha256-scroller'", "'sha256-module'"])
})

test('injected markup gets no source, and cannot replace a script', () => {
  const injected = page.replace('text', 'text<script>alert()</script><script nonce="guess">alert()</script>')
  const { html, sources } = written(injected, { ...given, isEager: false })
  expect(sources).toEqual(["'sha256-both'", "'sha256-module'"])
  expect(html).toContain('<script nonce="guess">alert()</script></p><script>both($&)</script>')
})

test('a page without scripts is not changed', () => {
  expect(written('<p>text</p>', { ...given, isEager: false })).toEqual({ html: '<p>text</p>', sources: [] })
})

test('the starter is one small script without references to anything else', async () => {
  const text = await compileStarter()
  expect(text.length).toBeLessThan(1300)
  expect(text).not.toMatch(/\bimport\b|\bexport\b|<\/script/)
  expect(() => new Function(text)).not.toThrow()
})
