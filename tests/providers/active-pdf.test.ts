import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { isActivePdf } from '#app/providers/files/active-pdf.ts'
import { createPdfCheck } from '#app/providers/files/pdf-check.ts'
import { ownTime } from '../support/own-time.ts'

const pdf = (...objects: (string | Uint8Array)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    ...objects.map((one) => Buffer.from(one as Uint8Array)),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
/** A group of objects, compressed as programs write them. */
const packed = (objects: string, dictionary = '/Type/ObjStm/Filter/FlateDecode') =>
  Buffer.concat([
    Buffer.from(`9 0 obj<<${dictionary}>>stream\r\n`),
    deflateSync(Buffer.from(objects)),
    Buffer.from('\nendstream endobj\n'),
  ])
const is = (...objects: (string | Uint8Array)[]) => isActivePdf(pdf(...objects))

test('a page of text and pictures is not active', () => {
  expect(is('3 0 obj<</Type/Page/Contents 4 0 R>>endobj')).toBe(false)
  expect(is(packed('1 0 <</Type/Page/MediaBox[0 0 9 9]>>'))).toBe(false)
  expect(is(packed('BT (Hello /JavaScript) Tj ET', '/Filter/FlateDecode'))).toBe(false)
  // Three bytes of a picture that look like a name.
  expect(is('4 0 obj<</Length 9>>stream\nab/JS\u0001cd\nendstream endobj')).toBe(false)
})

test.each([
  '<</S/JavaScript/JS(app.alert\\(1\\))>>',
  '<</JS 7 0 R>>',
  '<</OpenAction 5 0 R>>',
  '<</S/Launch/F(cmd.exe)>>',
  '<</Names<</EmbeddedFiles 6 0 R>>>>',
  '<</AA<</O 5 0 R>>>>',
  '<</AcroForm<</XFA[(a) 1 0 R]>>>>',
  '<</S/SubmitForm>>',
])('%s is active, in the open, written in hexadecimal, and compressed', (object) => {
  expect(is(`5 0 obj${object}endobj`)).toBe(true)
  const hidden = object.replace(
    /\/([A-Z])([A-Za-z]+)/g,
    (_, first: string, rest: string) => `/#${first.charCodeAt(0).toString(16)}${rest}`,
  )
  expect(is(`5 0 obj${hidden}endobj`)).toBe(true)
  expect(is(packed(`5 0 ${object}`))).toBe(true)
  expect(is(packed(`5 0 ${object}`, '/Type/Obj#53tm/Filter[/FlateDecode]/X(9 0 obj)'))).toBe(true)
})

test('a group of objects is found behind a comment that looks like the beginning of a stream', () => {
  expect(is('% stream\n', packed('5 0 <</S/JavaScript>>'))).toBe(true)
})

test('what cannot be looked into is active', () => {
  expect(is('trailer<</Encrypt 8 0 R>>')).toBe(true)
  expect(is('9 0 obj<</Type/ObjStm/Filter/LZWDecode>>stream\nxx\nendstream endobj')).toBe(true)
  expect(is('9 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\nnot deflate\nendstream endobj')).toBe(true)
})

test('groups of objects that unpack to more than any document needs are active, also when each of them does not', () => {
  const many = Array.from({ length: 3 }, () => packed(' '.repeat(9_000_000)))
  expect(is(...many.slice(1))).toBe(false)
  expect(is(...many)).toBe(true)
})

describe('in a thread of its own', () => {
  const { isActive, close } = createPdfCheck()
  afterAll(close)

  test('gives the same answers', async () => {
    expect(await isActive(pdf('3 0 obj<</Type/Page/Contents 4 0 R>>endobj'))).toBe(false)
    expect(await isActive(pdf(packed('5 0 <</S/JavaScript>>')))).toBe(true)
  })

  test.each([
    ['has ten megabytes of objects', pdf(Buffer.alloc(10_000_000, 'stream obj /ObjStm << ')), [false]],
    ['writes ten megabytes in hexadecimal', pdf(Buffer.alloc(10_000_000, '#41')), [false, true]],
    ['unpacks to gigabytes', pdf(...Array(500).fill(packed('#41'.repeat(6_000_000)))), [true]],
  ])(
    'a PDF that %s does not block the site',
    async (_, bytes, answers) => {
      await isActive(pdf())
      expect(await ownTime(async () => expect(answers).toContain(await isActive(bytes)))).toBeLessThan(50)
    },
    30_000,
  )

  test('what takes too long is active, and the next one is looked into', async () => {
    const impatient = createPdfCheck({ withinMs: 50 })
    expect(await impatient.isActive(pdf(Buffer.alloc(10_000_000, '#41')))).toBe(true)
    await expect.poll(() => impatient.isActive(pdf())).toBe(false)
    await impatient.close()
  })
})
