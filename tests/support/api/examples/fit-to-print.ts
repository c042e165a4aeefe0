import { createHash } from 'node:crypto'
import type { Example } from './player.ts'

/** Results of a list, and characters of a text, that an example shows. */
const [MOST_RESULTS, MOST_TEXT] = [2, 400]
/** Longer lists are cut, too: a week has as many days. */
const DAYS_OF_WEEK = 7
/** Ids, tokens, hashes and secrets: long words of mixed letters and digits, which differ in each run. */
const RANDOM = /[\w-]{22,}/g
const PREFIXES = ['svr_live_', 'svr_test_', 'D-', 'P-', 'dlv_', 'evt_']
const ALPHABETS: [RegExp, string][] = [
  [/^[0-9a-f]{32,}$/, '0123456789abcdef'],
  [/^[A-Z2-7]{26,}$/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'],
  [/^(?=.*[a-z])(?=.*[A-Z])[\w-]+$/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'],
]

/** The examples as the documents print them: short, and with made-up ids, codes and secrets in place of those of the run. */
export function fitToPrint(examples: Record<string, Example>): Record<string, Example> {
  const known = new Map<string, string>()
  const madeUp = (word: string): string => {
    const found = known.get(word) ?? madeOf(word, known.size)
    known.set(word, found)
    return found
  }
  const printed = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) {
      const isCut = name === 'results' || (value.length > DAYS_OF_WEEK && typeof value[0] === 'object')
      return (isCut ? value.slice(0, MOST_RESULTS) : value).map((one) => printed(one, name))
    }
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printed(one, key)]))
    if (typeof value !== 'string') return value
    if (/^\d{6}$/.test(value) && (name === 'token' || name === 'code')) return '123456'
    if (value.startsWith('whsec_'))
      return `whsec_${Buffer.from('only an example, and not a secret').toString('base64')}`
    const text = value.replace(RANDOM, madeUp)
    return text.length > MOST_TEXT && text.includes(' ') ? `${text.slice(0, MOST_TEXT)}…` : text
  }
  const names = Object.keys(examples).sort()
  return Object.fromEntries(
    names.map((name) => {
      const { answer, path = '', ...rest } = examples[name] as Example
      const shown = { ...(printed(rest) as Omit<Example, 'path'>), path: path.replace(RANDOM, madeUp) }
      return [name, { ...shown, ...(answer !== undefined && { answer: printed(answer) }) }]
    }),
  )
}

/** Another word of the same length and kind, always the same at its place in the order. */
function madeOf(word: string, index: number): string {
  const prefix = PREFIXES.find((one) => word.startsWith(one)) ?? ''
  const rest = word.slice(prefix.length)
  const [, alphabet] = ALPHABETS.find(([kind]) => kind.test(rest)) ?? []
  if (!alphabet) return word
  const bytes = Array.from({ length: Math.ceil(rest.length / 64) }, (_, block) =>
    createHash('sha512').update(`${index} ${block}`).digest(),
  )
  const letters = [...Buffer.concat(bytes)].slice(0, rest.length).map((byte) => alphabet[byte % alphabet.length])
  return prefix + letters.join('')
}

/** One example a line, so that a changed one is one changed line. */
export function asFile(examples: Record<string, Example>): string {
  const lines = Object.entries(examples).map(
    ([name, example]) => `  ${JSON.stringify(name)}: ${JSON.stringify(example)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
