import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { laterScripts, STARTER_SOURCE } from '#app/web/page/later-scripts.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><script>now()</script><script type="module" async="">import "/assets/a.js"</script></body>'

test('modules and their preloads wait, inline scripts and styles do not', () => {
  const later = laterScripts(page)
  expect(later).toContain('<link rel="later" href="/assets/a.js"/>')
  expect(later).toContain('<script type="later">import "/assets/a.js"</script>')
  expect(later).toContain('<script>now()</script>')
  expect(later).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(later).not.toContain('type="module"')
})

test('the policy names the starter that the page carries', () => {
  const [, starter = ''] = /<script>(\(d=>[\s\S]*?)<\/script>/.exec(laterScripts(page)) ?? []
  expect(STARTER_SOURCE).toBe(`'sha256-${hash('sha256', starter, 'base64')}'`)
})

test('a page without modules stays as it is', () => {
  expect(laterScripts('<p>text</p>')).toBe('<p>text</p>')
})
