import { expect, test } from 'vitest'
import { loader } from '#app/routes/operator/moved.ts'

test.each([
  ['/operator/corrections', '/operator/approvals'],
  ['/de/operator/corrections?page=2', '/de/operator/approvals?page=2'],
])('%s redirects permanently to the page of approvals', (from, to) => {
  const args = { url: new URL(from, 'http://localhost') } as Parameters<typeof loader>[0]
  const { status, headers } = loader(args)
  expect([status, headers.get('location')]).toEqual([301, to])
})
