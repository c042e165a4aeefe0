import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Guides that colleagues follow step by step: a path or a name that no longer exists would mislead them. */
const GUIDES = ['CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md')].map((file) => file.replaceAll('\\', '/'))
const LINKED = [...GUIDES, 'README.md', 'CHANGELOG.md', ...globSync('docs/decisions/*.md')]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const SOURCES = globSync('{app,tests,scripts,deploy}/**/*.{ts,tsx,mjs,yml}')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const SETTINGS = readFileSync('.env.example', 'utf8')
const ROOTS = 'app|tests|scripts|docs|locales|styles|content|public|art|deploy'

describe.each(GUIDES)('%s', (guide) => {
  const text = readFileSync(guide, 'utf8')
  const named = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)

  test('names files and folders that exist', () => {
    const paths = named.flatMap((words) => words.split(' ')).filter((word) => new RegExp(`^(${ROOTS})/`).test(word))
    // Capitals are placeholders, as in `NAME.ts`.
    const chosen = paths.filter((path) => !/\b(NAME|NOUN|LANGUAGE)\b/.test(path))
    expect(chosen.filter((path) => !existsSync(path) && globSync(path).length === 0)).toEqual([])
  })

  test('names functions, types and settings that exist', () => {
    const names = named.filter((word) => /^([a-z]+[A-Z]\w*|[A-Z]+[a-z]\w*|[A-Z]+(_[A-Z]+)+)$/.test(word))
    const isKnown = (name: string) => new RegExp(`\\b${name}\\b`).test(SOURCES) || SETTINGS.includes(`${name}=`)
    expect(names.filter((name) => !isKnown(name))).toEqual([])
  })

  test('names commands that exist', () => {
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

test.each(LINKED)('the links of %s lead to files', (file) => {
  const targets = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const local = targets.filter((target) => !/^(https?:|mailto:|#)/.test(target))
  expect(local.filter((target) => !existsSync(join(dirname(file), target.split('#')[0] ?? '')))).toEqual([])
})

test('the README leads to every guide', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect([...GUIDES, 'CHANGELOG.md'].filter((guide) => !readme.includes(`(${guide})`))).toEqual([])
})
