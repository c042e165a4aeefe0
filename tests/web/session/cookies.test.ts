import { expect, test } from 'vitest'
import {
  chosenCurrency,
  chosenLanguage,
  currencyCookie,
  endFlashCookie,
  flashCookie,
  languageCookie,
  readCookies,
  readFlash,
  writeCookie,
} from '#app/web/session/cookie/cookies.ts'

const HTTPS = 'https://rent.example'
const HTTP = 'http://192.0.2.1:3000'
const attributesOf = (cookie: string) => new Set(cookie.split('; '))
const sent = (cookie: string, origin = HTTPS) => readCookies(cookie.split(';')[0], origin)

test('over https a cookie is __Host-, Secure, HttpOnly and SameSite=Lax, and a language lasts 365 days', () => {
  expect(attributesOf(languageCookie('de', HTTPS))).toEqual(
    new Set(['__Host-language=de', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure', 'Max-Age=31536000']),
  )
})

test('over plain http it has neither prefix nor Secure, because a browser would drop it', () => {
  expect(attributesOf(languageCookie('de', HTTP))).toEqual(
    new Set(['language=de', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=31536000']),
  )
})

test('on localhost the session’s cookie has both, and the others work in text browsers, too', () => {
  const origin = 'http://localhost:3000'
  const always = ['Path=/', 'HttpOnly', 'SameSite=Lax']
  expect(attributesOf(writeCookie('session', 'a', { origin }))).toEqual(
    new Set(['__Host-session=a', 'Secure', ...always]),
  )
  expect(attributesOf(writeCookie('session', 'a', { origin: HTTP }))).toEqual(new Set(['session=a', ...always]))
  expect(writeCookie('session', 'a', { origin: 'http://localhost.example' })).not.toContain('Secure')
  expect(currencyCookie('EUR', origin)).toMatch(/^currency=2;/)
})

test('what was chosen is read back, the currency by its id', () => {
  expect(chosenLanguage(sent(languageCookie('tr', HTTPS)))).toBe('tr')
  expect(currencyCookie('EUR', HTTP)).toMatch(/^currency=2;/)
  expect(chosenCurrency(sent(currencyCookie('IRT', HTTPS)))).toBe('IRT')
})

test('a value that we never wrote counts as nothing chosen', () => {
  const cookies = readCookies('language=xx; currency=99; flash=%7B; broken; bad=%E0%A4%A', HTTP)
  expect(chosenLanguage(cookies)).toBeUndefined()
  expect(chosenCurrency(cookies)).toBeUndefined()
  expect(readFlash(cookies)).toBeUndefined()
  expect(cookies.has('bad')).toBe(false)
})

test('a sibling host cannot override our cookie by one without the prefix', () => {
  for (const origin of [HTTPS, 'http://localhost:3000']) {
    expect(readCookies('__Host-session=ours; session=theirs', origin).get('session')).toBe('ours')
    expect(readCookies('session=theirs; __Host-session=ours', origin).get('session')).toBe('ours')
  }
})

test('over https a cookie without the prefix is none, even where ours is absent', () => {
  expect([...readCookies('session=theirs; device=theirs; __Host-language=de', HTTPS)]).toEqual([['language', 'de']])
  expect(readCookies('session=ours', HTTP).get('session')).toBe('ours')
})

test('a flash message can be in any script, and is removed by an expired cookie', () => {
  const flash = { kind: 'success', message: 'رزرو شد؛ سفر به‌خیر' } as const
  expect(readFlash(sent(flashCookie(flash, HTTPS)))).toEqual(flash)
  expect(endFlashCookie(HTTPS)).toContain('; Max-Age=0;')
})
