import { expect, test } from 'vitest'
import { isHolder } from '#app/rules/identity/account-holder.ts'
import { isSepaName, sepaText } from '#app/rules/money/sepa-text.ts'

test('names are transliterated by the SEPA table', () => {
  const written = {
    'Größe Müller': 'Groesse Mueller',
    'ÄÖÜ äöü ß': 'AeOeUe aeoeue ss',
    'Işık Oto Şirketi İzmir': 'Isik Oto Sirketi Izmir',
    'Łódź & Ørsted': 'Lodz + Orsted',
    'Ελληνική Ψαρόβαρκα': 'Elliniki Psarovarka',
    'България Щит': 'Balgariya Shtit',
    '/a//b/': 'a/b',
    'مرجان رنت': '',
  }
  for (const [name, latin] of Object.entries(written)) expect(sepaText(name), name).toBe(latin)
  expect(sepaText('ö'.repeat(60))).toHaveLength(70)
})

test('a name that would lose letters is refused for a euro transfer', () => {
  for (const name of ['Größe Müller GmbH', 'O’Neil & Sons', 'Ελλάς']) expect(isSepaName(name), name).toBe(true)
  for (const name of ['مرجان رنت', 'Savari سواری', '', '123', '//']) expect(isSepaName(name), name).toBe(false)
})

test('a holder is recognised as the company however its name is written', () => {
  for (const holder of ['GRÖSSE-MÜLLER', 'groesse mueller', ' Größe  Müller '])
    expect(isHolder(holder, ['Größe Müller']), holder).toBe(true)
  expect(isHolder('مرجان رنت', ['Marjan Rent', 'مرجان‌ رنت'])).toBe(true)
  expect(isHolder('ياسين كريمي', ['یاسین کریمی'])).toBe(true)
  for (const holder of ['Größe', 'Müller Größe', 'سواری', '!!'])
    expect(isHolder(holder, ['Größe Müller', '']), holder).toBe(false)
})
