import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installScriptProblems, isAllowed, licenceProblems, packagesOf } from '../../scripts/checks/licences.ts'

const packages = packagesOf(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))

test('every package has a licence that is allowed', () => {
  expect(packages.length).toBeGreaterThan(500)
  expect(licenceProblems(packages)).toEqual([])
})

test('no package runs anything while it is installed', () => {
  expect(installScriptProblems(packages, allowScripts)).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true')
  expect(Object.values(allowScripts)).not.toContain(true)
})

test('another licence, no licence and a new install script are found', () => {
  const added: typeof packages = [
    ['node_modules/viral', { version: '1.0.0', license: 'AGPL-3.0-only' }],
    ['node_modules/silent', { version: '2.0.0' }],
    ['node_modules/a/node_modules/@scope/eager', { version: '3.0.0', license: 'MIT', hasInstallScript: true }],
  ]
  expect(licenceProblems(added)).toEqual([
    'viral 1.0.0: AGPL-3.0-only is not allowed',
    'silent 2.0.0: no licence is not allowed',
  ])
  expect(installScriptProblems(added, allowScripts)).toEqual([
    expect.stringContaining('@scope/eager has an install script'),
  ])
})

test('one licence of a choice is enough, and each of a sum is needed', () => {
  expect(isAllowed('(AGPL-3.0-only OR MIT)')).toBe(true)
  expect(isAllowed('MIT AND AGPL-3.0-only')).toBe(false)
})
