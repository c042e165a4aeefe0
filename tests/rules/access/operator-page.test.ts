import { expect, test } from 'vitest'
import { mayOpenPage, workOfPage } from '#app/rules/access/operator-page.ts'

test('an operator of every role opens the overview and the approvals', () => {
  for (const role of ['ALL', 'MONEY', 'CONTENT', 'SUPPORT'] as const) {
    for (const path of ['/operator', '/operator/', '/operator/approvals']) expect(mayOpenPage(role, path)).toBe(true)
  }
})

test('the longest path says whose work a page is', () => {
  expect(workOfPage('/operator/people/abc')).toEqual(['MONEY', 'SUPPORT'])
  expect(workOfPage('/operator/people/abc/ban')).toEqual(['SUPPORT'])
  expect(workOfPage('/operator/people/abc/correct')).toEqual(['MONEY'])
  expect(workOfPage('/operator/texts/page/terms/publish')).toEqual(['CONTENT'])
})

test('who operators are, and the log, is for those who may do everything, as is what nobody has named', () => {
  for (const path of ['/operator/operators/new', '/operator/audit', '/operator/unknown']) {
    expect(mayOpenPage('SUPPORT', path)).toBe(false)
    expect(mayOpenPage('ALL', path)).toBe(true)
  }
})
