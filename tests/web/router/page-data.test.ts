import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from 'react-router'
import { expect, test } from 'vitest'
import { ENCODED, pageStream, plainJson } from '#app/web/router/scripts/page-data.ts'

test('the router reads from JSON what its own format would have said', async () => {
  const data = {
    loaderData: { root: { name: 'سواری', none: null, empty: [], list: [1, [2, 'a'], { deep: true }], zero: 0 } },
    actionData: null,
  }
  expect(await readBy(plainJson(data) ?? '')).toEqual(data)
})

test('a property without a value is left out', () => {
  expect(plainJson({ a: undefined, b: [{ c: undefined }] })).toBe('{"b":[{}]}')
})

test.each([[new Date(0)], [Number.NaN], [-0], [new Map()], [Promise.resolve(1)], [[undefined]], [1n], [() => 1]])(
  'values that JSON would change are left to the router: %s',
  (value) => {
    expect(plainJson({ page: { value } })).toBeUndefined()
  },
)

test('data in the router’s own format are not changed', async () => {
  expect(await readBy('[["D",0]]\n', [ENCODED])).toEqual(new Date(0))
})

async function readBy(text: string, attributes: readonly string[] = []) {
  const block = { textContent: text, hasAttribute: (name: string) => attributes.includes(name) } as unknown as Element
  const stream = pageStream(block) as ReadableStream<Uint8Array>
  return (await decodeViaTurboStream(stream, globalThis as never)).value
}
