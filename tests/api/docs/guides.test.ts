import { expect, test } from 'vitest'
import { GUIDES, readGuides } from '#app/api/docs/guides.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { storeKey, storeTestKey } from '../../support/api/api-key.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { curlRequest, type Variables, wordsOf } from '../../support/api/shell.ts'
import { testModeOf } from '../../support/api/test-mode.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
// A key acts in the name of an owner.
await signedIn(site, { phone: '+989120000100', role: 'AGENT', company: TOMAN.company, staffRole: 'OWNER' })
const key = await storeKey(site, { company: TOMAN.company })
const reading = await storeKey(site, { company: TOMAN.company, scopes: ['fleet:read'] })
const beside = await testDatabase()
const testMode = await testModeOf(site, beside)
await storeTestKey(site, { company: TOMAN.company })
const guides = await readGuides()

const ORIGIN = 'http://localhost:3000'
const TODAY = '2026-11-23'

interface Block {
  language: string
  /** What follows the language: where a value is kept, or the status of an error. */
  marks: string[]
  text: string
}

const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', marks = '', text = '']) => ({
    language,
    marks: marks.split(' ').filter(Boolean),
    text,
  }))

/** A value of an answer by its path: `results.0.id`. */
const valueAt = (answer: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer)

test.each(GUIDES)('each command of the guide “%s” does what the guide says', async (name) => {
  const variables: Variables = {
    API: `${ORIGIN}/api`,
    KEY: key.key,
    READING_KEY: reading.key,
    VEHICLE: String(TOMAN.ad + GUIDES.indexOf(name)),
    // The shell's own.
    RANDOM: '4711',
    START: addDays(TODAY, 30),
    END: addDays(TODAY, 33),
  }
  let answer: unknown
  for (const { language, marks, text } of blocksOf(guides.find((guide) => guide.name === name)?.text ?? '')) {
    if (language === 'json') expect(answer, text).toMatchObject(JSON.parse(text) as object)
    if (language !== 'sh') continue
    for (const line of text.split('\n').filter(Boolean)) {
      const words = wordsOf(line, { variables, today: TODAY })
      const [, variable, value] = /^([A-Z_]+)=(.*)$/s.exec(words[0] ?? '') ?? []
      if (variable) {
        variables[variable] = value ?? ''
        continue
      }
      const { url, init } = curlRequest(words)
      const isTest = new Headers(init.headers).get('authorization')?.startsWith('Bearer svr_test_')
      const response = await (isTest ? testMode : site).fetch(url.slice(ORIGIN.length), init)
      answer = await response.json()
      const status = marks.find((mark) => /^\d+$/.test(mark))
      if (status) expect(response.status, line).toBe(Number(status))
      else expect(response.ok, `${line}\n${JSON.stringify(answer)}`).toBe(true)
      if (marks.includes('ratelimit')) expect(response.headers.get('ratelimit')).toMatch(/r=\d+;t=\d+/)
    }
    for (const mark of marks.filter((one) => one.includes('='))) {
      const [variable = '', path = ''] = mark.split('=')
      const value = valueAt(answer, path)
      expect(value, mark).toBeDefined()
      variables[variable.toUpperCase()] = String(value)
      // The person opens the bank's page and pays.
      if (variable === 'url') await bank.press(String(value), 'pay')
    }
  }
  if (name === 'idempotency') expect(variables.AGAIN).toBe(variables.FIRST)
  expect(site.reported).toEqual([])
})
