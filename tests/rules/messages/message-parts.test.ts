import { describe, expect, test } from 'vitest'
import { readMapLink } from '#app/rules/map/map-link.ts'
import { messageParts } from '#app/rules/messages/message-parts.ts'
import { cleanMessage } from '#app/rules/messages/message-text.ts'

const linksIn = (text: string) => messageParts(text).flatMap((part) => (part.kind === 'text' ? [] : [part.href]))

describe('a message', () => {
  test.each([
    ['see https://savari.example/rent/car?x=1#y.', ['https://savari.example/rent/car?x=1#y']],
    [
      '(https://savari.example/a) و www.savari.example، تمام',
      ['https://savari.example/a', 'https://www.savari.example'],
    ],
    ['https://en.wikipedia.org/wiki/Kish_(island)', ['https://en.wikipedia.org/wiki/Kish_(island)']],
    ['mail sara.m+1@savari.example!', ['mailto:sara.m+1@savari.example']],
    ['javascript:alert(1) data:text/html,x file:///etc/passwd vbscript:x', []],
    ['http://user:pw@@ http:// https://localhost geo:999,1 www.', []],
    ['see http://localhost:3000/pages/terms.', ['http://localhost:3000/pages/terms']],
    ['<a href="https://a.example">x</a>', ['https://a.example']],
  ])('%s', (text, links) => {
    expect(linksIn(text)).toEqual(links)
  })

  test('is the concatenation of its parts, in order', () => {
    const text = 'یک https://a.example/ب، دو\nwww.b.example geo:1.5,2 x@y.example.'
    expect(
      messageParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  // A hundred times as long as a message may be: an algorithm of quadratic time would exceed the runner's time limit.
  test.each([
    ['dots', 'a.'.repeat(200_000)],
    ['beginnings of addresses', 'www.'.repeat(100_000)],
    ['half an e-mail address', `${'a'.repeat(400_000)}@`],
    ['degrees', 'geo:1'.repeat(80_000)],
    ['schemes', 'http://'.repeat(57_000)],
  ])('of the worst kind is parsed in one pass: %s', (_, text) => {
    expect(
      messageParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})

test.each([
  ['geo:26.5262,53.9801', 26.5262, 53.9801],
  ['geo:26.5,-53.9;u=35?z=12', 26.5, -53.9],
  ['https://www.openstreetmap.org/?mlat=26.5262&mlon=53.9801#map=15/26.5/53.9', 26.5262, 53.9801],
  ['https://www.openstreetmap.org/#map=15/26.5/53.9', 26.5, 53.9],
  ['https://www.google.com/maps?q=26.5262,53.9801', 26.5262, 53.9801],
  ['https://maps.google.com/?q=loc:26.5262,53.9801', 26.5262, 53.9801],
  ['https://www.google.com/maps/@26.5262,53.9801,15z', 26.5262, 53.9801],
  ['https://www.google.de/maps/place/Kish/@26.5,53.9,12z/data=!3m1!4b1!3d26.5262!4d53.9801', 26.5262, 53.9801],
  ['https://www.google.com/maps/search/?api=1&query=26.5262%2C53.9801', 26.5262, 53.9801],
])('%s has a place', (href, lat, lng) => {
  expect(readMapLink(href)).toEqual({ lat, lng })
})

test.each([
  'https://www.google.com/search?q=1,2',
  'https://google.com.evil.example/maps?q=1,2',
  'https://www.google.com/maps?q=Kish',
  'https://www.openstreetmap.org/?mlat=99&mlon=1',
  'geo:95,1',
])('%s has no place', (href) => {
  expect(readMapLink(href)).toBeUndefined()
})

test('a cleaned message has one kind of line end and no text direction overrides', () => {
  expect(cleanMessage('\u202eabc\u202c\r\nd\re \u2067f\u2069\n\n\n\n\ng\n')).toBe('abc\nd\ne f\n\n\ng')
  expect(cleanMessage('می‌خواهم 👨‍👩‍👧')).toBe('می‌خواهم 👨‍👩‍👧')
})
