import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geoHref, MAP_APPS, mapHref, readMapLink } from '#app/rules/map/map-link.ts'
import { isLatLng, MAP_ZOOMS, mapPicturePath, readMapPicturePath, readTilePath } from '#app/rules/map/map-picture.ts'
import { isSignedMapPath, signedMapPath } from '#app/rules/map/map-signature.server.ts'
import { project, unproject } from '#app/rules/map/mercator.ts'
import { readDegrees, readLinkOrPair, readTypedPlace } from '#app/rules/map/typed-place.ts'
import { messageParts } from '#app/rules/messages/message-parts.ts'
import { toArabicDigits, toPersianDigits } from '#app/rules/text/digits.ts'

const degrees = (bound: number) => fc.integer({ min: -bound * 1e5, max: bound * 1e5 }).map((value) => value / 1e5 + 0)
const place = fc.record({ lat: degrees(85), lng: degrees(180) })
const KISH = { lat: 26.5262, lng: 53.9801 }

test('Tehran is where protocols/maps.md computed it', () => {
  const { x, y } = project({ lat: 35.6892, lng: 51.389 }, 10)
  expect([Math.floor(x / 256), Math.floor(y / 256), Math.floor(x % 256), Math.floor(y % 256)]).toEqual([
    658, 403, 44, 51,
  ])
})

test('projecting a place there and back gives the same place', () => {
  fc.assert(
    fc.property(place, fc.integer({ min: 0, max: 20 }), (at, zoom) => {
      const back = unproject(project(at, zoom), zoom)
      expect(back.lat).toBeCloseTo(at.lat, 6)
      expect(back.lng).toBeCloseTo(at.lng, 6)
    }),
  )
})

test('a link that we make contains its place', () => {
  fc.assert(
    fc.property(place, (at) => {
      expect(readMapLink(mapHref(at))).toEqual(at)
      for (const hrefOf of Object.values(MAP_APPS)) expect(readMapLink(hrefOf(at))).toEqual(at)
      if (at.lat !== 0 || at.lng !== 0) expect(readMapLink(geoHref(at))).toEqual(at)
    }),
  )
})

test.each([
  ['geo:26.5262,53.9801', KISH],
  ['geo:26.5262,53.9801;u=35', KISH],
  ['geo:0,0?q=26.5262,53.9801(Kish%20Airport)', KISH],
  ['https://www.openstreetmap.org/#map=15/26.5262/53.9801', KISH],
  ['https://www.google.com/maps/@26.5262,53.9801,15z', KISH],
  ['https://www.google.com/maps/place/Kish/@26,53,15z/data=!3m1!4b1!4m6!3m5!8m2!3d26.5262!4d53.9801', KISH],
  ['https://www.google.com/maps/search/?api=1&query=26.5262%2C53.9801', KISH],
  ['https://maps.google.com/?q=26.5262,53.9801', KISH],
  ['https://www.google.com.tr/maps?q=loc:26.5262,53.9801', KISH],
  ['https://maps.apple.com/?ll=26.5262,53.9801&q=Hotel', KISH],
  ['https://neshan.org/maps/@26.5262,53.9801,15.0z,0p', KISH],
  ['https://www.waze.com/ul?ll=26.5262%2C53.9801&navigate=yes', KISH],
])('%s contains a place', (link, at) => {
  expect(readMapLink(link)).toEqual(at)
})

test.each([
  'https://evil.example/?mlat=26.5&mlon=53.9',
  'https://openstreetmap.org.evil.example/#map=15/26.5/53.9',
  'https://goo.gl/maps/abcdef',
  'https://www.google.com/maps/@91.5,53.9,15z',
  'https://www.google.com/maps/@26.5,181,15z',
  'https://www.google.com/maps/%E0%A4%A',
  'geo:',
  'geo:1e5,2',
  'javascript:alert(1)//@26.5,53.9',
  `geo:1,${'2'.repeat(3000)}`,
  '',
])('%s contains none', (link) => {
  expect(readMapLink(link)).toBeUndefined()
})

test('no text makes a parser fail or find a place outside the world', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'small' }),
    fc.string({ maxLength: 60 }).map((end) => `https://www.google.com/maps/${end}`),
    fc.string({ maxLength: 60 }).map((end) => `geo:${end}`),
  )
  fc.assert(
    fc.property(text, text, (one, two) => {
      for (const at of [
        readMapLink(one),
        ...messageParts(`${one} ${two}`).map((part) => (part.kind === 'place' ? part.place : undefined)),
        readLinkOrPair(one),
        readTypedPlace(one, two),
      ]) {
        if (at) expect(isLatLng(at)).toBe(true)
      }
    }),
  )
})

test('a link is found within a text, without the full stop behind it', () => {
  expect(messageParts(`Meet me here: ${mapHref(KISH)}.`)).toContainEqual(
    expect.objectContaining({ kind: 'place', text: mapHref(KISH), place: KISH }),
  )
})

// An algorithm of quadratic time would exceed the runner's time limit.
test.each(['https://www.google.com/maps/@'.repeat(10_000), `geo:${'1'.repeat(400_000)}`])(
  'a long text full of links without places is parsed in one pass',
  (text) => {
    expect(messageParts(text).some(({ kind }) => kind === 'place')).toBe(false)
  },
)

test('degrees can be written in the digits of all five languages', () => {
  fc.assert(
    fc.property(place, ({ lat, lng }) => {
      for (const write of [String, toPersianDigits, toArabicDigits]) {
        const typed = [lat, lng].map((value) => write(value.toFixed(5)))
        expect(readTypedPlace(typed[0]!, typed[1]!)).toEqual({ lat, lng })
        expect(readTypedPlace(typed[0]!.replace('.', '٫'), typed[1]!.replace('.', ','))).toEqual({ lat, lng })
        expect(readLinkOrPair(typed.join(', '))).toEqual({ lat, lng })
        expect(readLinkOrPair(typed.join('، '))).toEqual({ lat, lng })
      }
    }),
  )
})

test.each([
  ['۲۶٫۵۲۶۲', 26.5262],
  ['26.5262° N', 26.5262],
  ['53,9801 E', 53.9801],
  ['S 12.5', -12.5],
  ['12.5 w', -12.5],
  ['\u200e−12.5', -12.5],
])('%s is %d degrees', (typed, value) => {
  expect(readDegrees(typed)).toBe(value)
})

test.each(['', 'north', '1.2.3', '12 30 15', 'N 12 S', '--5', '1e3', '9999'])(
  '%s is not a number of degrees',
  (typed) => {
    expect(readDegrees(typed)).toBeUndefined()
  },
)

test("a picture's path says what it shows, and its signature is valid only for that path", () => {
  const picture = fc.record({
    at: place,
    zoom: fc.constantFrom(...MAP_ZOOMS),
    size: fc.constantFrom('message' as const, 'place' as const),
    scale: fc.constantFrom(1 as const, 2 as const),
  })
  fc.assert(
    fc.property(picture, picture, (one, other) => {
      expect(readMapPicturePath(mapPicturePath(one))).toEqual(one)
      const signature = new URLSearchParams(signedMapPath(one, 'a secret').split('?')[1]).get('sig')
      expect(isSignedMapPath(mapPicturePath(one), signature, 'a secret')).toBe(true)
      expect(isSignedMapPath(mapPicturePath(one), signature, 'another')).toBe(false)
      const isSame = mapPicturePath(one) === mapPicturePath(other)
      expect(isSignedMapPath(mapPicturePath(other), signature, 'a secret')).toBe(isSame)
    }),
  )
})

test.each([
  '/map/static/13/26.52620/53.98010/320x140.png',
  '/map/static/12/26.5262/53.98010/320x140.png',
  '/map/static/12/26.52620/53.98010/321x140.png',
  '/map/static/12/91.00000/53.98010/320x140.png',
  '/map/static/12/26.52620/181.00000/320x140.png',
])('%s is no picture', (path) => {
  expect(readMapPicturePath(path)).toBeUndefined()
})

test.each(['/map/tiles/4/1/1.png', '/map/tiles/18/1/1.png', '/map/tiles/5/32/1.png', '/map/tiles/5/1/-1.png'])(
  '%s is no tile',
  (path) => {
    expect(readTilePath(path)).toBeUndefined()
  },
)
