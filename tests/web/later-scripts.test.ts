import { expect, test } from 'vitest'
import { laterScripts } from '#app/web/page/later-scripts.ts'
import { compileStarter } from '#app/web/page/vite-starter.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><script>now()</script><script type="module" async="">import "/assets/a.js"</script></body>'

test('modules and their preloads wait, inline scripts and styles do not', () => {
  const later = laterScripts(page, 'start($&)')
  expect(later).toContain('<link rel="later" href="/assets/a.js"/>')
  expect(later).toContain('<script>start($&)</script><script type="later">import "/assets/a.js"</script>')
  expect(later).toContain('<script>now()</script>')
  expect(later).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(later).not.toContain('type="module"')
})

test('a page without modules stays as it is', () => {
  expect(laterScripts('<p>text</p>', 'start()')).toBe('<p>text</p>')
})

test('the starter is one small script that names nothing outside itself', async () => {
  const text = await compileStarter()
  expect(text.length).toBeLessThan(900)
  expect(text).not.toMatch(/\bimport\b|\bexport\b|<\/script/)
  expect(() => new Function(text)).not.toThrow()
})
