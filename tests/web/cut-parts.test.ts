import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { boundaryOf, cutParts } from '#app/web/edge/cut-parts.ts'

const BODY = '--b\r\nname=a\r\n\r\n12345\r\n--b\r\nname=c\r\n\r\n67\r\n--\r\n--b--\r\n'

test.each([1, 2, 3, 7, 1000])('a body in pieces of %d bytes is cut part by part', async (size) => {
  const pieces = Array.from({ length: Math.ceil(BODY.length / size) }, (_, at) =>
    Buffer.from(BODY.slice(at * size, (at + 1) * size)),
  )
  const cut = (most: number) => text(Readable.from(pieces).pipe(cutParts({ boundary: 'b', most })))
  expect(await cut(100)).toBe(BODY)
  expect(await cut(17)).toBe('--b\r\nname=a\r\n\r\n12\r\n--b\r\nname=c\r\n\r\n67\r\n-\r\n--b--\r\n')
})

test('the boundary is read with quotes and without, of multipart forms alone', () => {
  expect(boundaryOf('multipart/form-data; boundary=----x1')).toBe('----x1')
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
  expect(boundaryOf('application/x-www-form-urlencoded')).toBeUndefined()
  expect(boundaryOf(undefined)).toBeUndefined()
})
